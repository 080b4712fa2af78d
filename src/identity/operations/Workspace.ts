import { Effect } from "effect"
import { TotalsAudit } from "../../../layers/deals/TotalsAudit.ts"
import { WorkspaceSettings } from "../../../layers/identity/WorkspaceSettings.ts"
import type * as Contract from "../contract/Workspace.ts"
import type * as Implementation from "../../Implementation.ts"

export const implementations = {
  "workspace.update": Effect.fnUntraced(function* (edit) {
    const { after, before } = yield* (yield* WorkspaceSettings).edit(edit)
    // During the upgrade, nodes of an older version without time zones may have changed deals without updating these totals.
    if (after.timeZone !== before.timeZone && after.timeZone !== "UTC") {
      yield* (yield* TotalsAudit).repairLate
    }
    return after
  })
} satisfies Implementation.Of<typeof Contract.onPages>
