import { Effect } from "effect"
import { Actor } from "../../../layers/identity/Actor.ts"
import { Calendars } from "../../../layers/identity/Calendars.ts"
import type * as Contract from "../contract/Calendar.ts"
import type * as Implementation from "../../Implementation.ts"

export const implementations = {
  "calendar.get": Effect.fnUntraced(function* () {
    const { user } = yield* Actor
    return { calendar: yield* (yield* Calendars).of(user.id) }
  }),
  "calendar.open": Effect.fnUntraced(function* ({ everyone }) {
    const { user } = yield* Actor
    return yield* (yield* Calendars).open(user.id, everyone)
  }),
  "calendar.close": Effect.fnUntraced(function* () {
    const { user } = yield* Actor
    return { deleted: yield* (yield* Calendars).close(user.id) }
  })
} satisfies Implementation.Of<typeof Contract.onPages>
