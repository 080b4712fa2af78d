import { Effect } from "effect"
import { Actor } from "../../../layers/identity/Actor.ts"
import { Forecasts } from "../../../layers/reports/Forecasts.ts"
import { NotFound } from "../../../schema/Fault.ts"
import type { UserId } from "../../../schema/Id.ts"
import * as Contract from "../contract/Forecast.ts"
import * as TimeZone from "../../shared/time/TimeZone.ts"
import * as Forecast from "../rules/Forecast.ts"
import * as Period from "../rules/Period.ts"
import type * as Implementation from "../../Implementation.ts"
import { today } from "./Reports.ts"

export const implementations = {
  "reports.forecast": {
    isCostly: () => true,
    run: Effect.fnUntraced(function* ({ boardId, by = "month", ownerId: someone }) {
      const { user } = yield* Actor
      const { local, zone } = yield* today
      const thisMonth = Period.month(local).name
      const ownerId = someone === "me" ? user.id : (someone as UserId | undefined)
      const since = new Date(TimeZone.startOf(`${Forecast.firstMonth(thisMonth, by)}-01`, zone)).toISOString()
      const asked = { boardId, by, ownerId, zone, today: local.slice(0, 10), since }
      const parts = yield* (yield* Forecasts).parts(asked)
      // Every board has a part, if only for its goal.
      if (boardId !== undefined && parts.length === 0) return yield* NotFound.of("board", boardId)
      const rows = Forecast.rows(parts, { by, thisMonth, most: Contract.maxPeriods })
      return { by, timeZone: zone, rows }
    })
  }
} satisfies Implementation.Of<typeof Contract.operations>
