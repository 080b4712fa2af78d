/** Fills a migrated database with workspaces of unequal size, row by row through every index, as calls would. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Stages } from "../../layers/boards/Stages.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import { People } from "../../layers/identity/people/People.ts"
import { type Made, Workspaces } from "../../layers/identity/Workspaces.ts"
import { now } from "../../layers/platform/Now.ts"
import * as Sql from "../../layers/platform/database/Sql.ts"
import * as Rows from "../bench/Rows.ts"
import * as Tenants from "./Tenants.ts"

export interface Place {
  readonly workspaceId: string
  readonly token: string
  readonly email: string
  readonly boardId: string
  readonly stages: ReadonlyArray<string>
  /** Some of its deals. */
  readonly deals: Array<string>
}

export interface Plan {
  readonly workspaces: number
  readonly deals: number
  readonly zipf: number
}

export const password = "correct horse battery"

/** Of the largest workspaces more deals are used, as more are there. */
const sampled = 200

const furnish = Effect.fnUntraced(function* (made: Made, deals: number) {
  const sql = yield* SqlClient.SqlClient
  const tenant = { workspaceId: made.workspace.id }
  const stages = yield* Effect.provideService((yield* Stages).of(made.board.id), Tenant, tenant)
  const plan: Rows.Plan = {
    workspaceId: made.workspace.id,
    ownerId: made.user.id,
    deals,
    newest: yield* now,
    boards: [{ id: made.board.id, stages }]
  }
  yield* sql.unsafe(Rows.deals, [...Rows.parameters(plan)])
  yield* sql.unsafe(Rows.activity, [plan.workspaceId])
  yield* sql.unsafe(Rows.totals, [plan.workspaceId])
  const some = yield* sql<{ id: string }>`SELECT id FROM deals
    WHERE workspace_id = ${plan.workspaceId} ORDER BY reverse(id::text) LIMIT ${sampled}`
  return {
    workspaceId: made.workspace.id,
    token: made.apiKey.token,
    email: made.user.email,
    boardId: made.board.id,
    stages: stages.map(({ id }) => id),
    deals: some.map(({ id }) => id)
  } satisfies Place
})

const create = (index: number) =>
  Effect.flatMap(Workspaces, (workspaces) =>
    workspaces.create({
      name: `Workspace ${index}`,
      plan: "standard",
      ownerEmail: `owner${index}@simulated.example`,
      ownerName: "Ada Park"
    })
  )

/** The workspaces, the largest first; `between` runs when they exist and have no deals yet. */
export const fill = Effect.fnUntraced(function* (plan: Plan, between: Effect.Effect<unknown> = Effect.void) {
  const sql = yield* SqlClient.SqlClient
  const all = yield* Effect.forEach(Array.from({ length: plan.workspaces }), (_, index) => create(index + 1))
  yield* between
  const sizes = Tenants.split(plan.deals, Tenants.shares(plan.workspaces, plan.zipf))
  const places = yield* Effect.forEach(all, (made, index) => furnish(made, sizes[index]!))
  yield* (yield* People).setPassword(all[0]!.user.id, password)
  yield* sql`VACUUM (ANALYZE)`
  return places
}, Sql.orDie)
