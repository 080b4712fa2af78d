/** The settings that admins change. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { WorkspaceId } from "../../schema/Id.ts"
import * as Difference from "../../src/audit/rules/Difference.ts"
import * as ChangeSet from "../audit/ChangeSet.ts"
import * as Sql from "../database/Sql.ts"
import { CredentialChanges } from "./CredentialChanges.ts"
import { Tenant } from "./Tenant.ts"

interface Workspace {
  readonly id: WorkspaceId
  readonly name: string
  /** An IANA time zone name. */
  readonly timeZone: string
  readonly lostReasons: ReadonlyArray<string>
}

/** Reasons that aren't sent stay. */
type Edit = Pick<Workspace, "name" | "timeZone"> & Partial<Pick<Workspace, "lostReasons">>

interface Row {
  readonly name: string
  readonly timeZone: string | null
  readonly lostReasons: ReadonlyArray<string> | null
}

export class WorkspaceSettings extends Context.Service<
  WorkspaceSettings,
  {
    /** Changes the settings. Callers see them from their next request on. */
    readonly edit: (
      edit: Edit
    ) => Effect.Effect<{ readonly before: Workspace; readonly after: Workspace }, never, Tenant>
  }
>()("pipeline/layers/WorkspaceSettings") {
  static readonly layer = Layer.effect(
    WorkspaceSettings,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { announce } = yield* CredentialChanges

      const edit = Effect.fn("WorkspaceSettings.edit")(function* ({ lostReasons, name, timeZone }: Edit) {
        const { workspaceId: id } = yield* Tenant
        const [row] =
          yield* sql<Row>`SELECT name, time_zone AS "timeZone", lost_reasons AS "lostReasons" FROM workspaces
          WHERE id = ${id} FOR NO KEY UPDATE`
        // The row exists, because the caller is a member of the workspace.
        const before = row!
        const after: Row = {
          name,
          timeZone: timeZone === "UTC" ? null : timeZone,
          lostReasons:
            lostReasons === undefined ? before.lostReasons : lostReasons.length === 0 ? null : lostReasons
        }
        const seen = (row: Row): Workspace => ({
          id,
          name: row.name,
          timeZone: row.timeZone ?? "UTC",
          lostReasons: row.lostReasons ?? []
        })
        const change = Difference.of("workspace", id, { ...before }, { ...after })
        if (change !== undefined) {
          yield* sql`UPDATE workspaces SET name = ${after.name}, time_zone = ${after.timeZone},
              lost_reasons = ${after.lostReasons} WHERE id = ${id}`
          yield* ChangeSet.note(() => [change])
          yield* announce(id)
        }
        return { before: seen(before), after: seen(after) }
      }, Sql.orDie)

      return WorkspaceSettings.of({ edit })
    })
  )
}
