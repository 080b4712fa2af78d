/** Boards show, for each stage, the deals that entered it last. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`CREATE INDEX deals_entered_of_stage ON deals
    (workspace_id, stage_id, stage_entered_at DESC, id DESC) WHERE deleted_at IS NULL`)
})
