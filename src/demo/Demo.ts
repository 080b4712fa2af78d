/** Creates the demo workspace on first start: deals at every stage with notes and activity, and leads. */
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Actor, refOf } from "../../layers/identity/Actor.ts"
import { Deals } from "../../layers/deals/Deals.ts"
import { Ids } from "../../layers/runtime/Ids.ts"
import { Notes } from "../../layers/deals/Notes.ts"
import { People } from "../../layers/identity/people/People.ts"
import * as Sql from "../../layers/database/Sql.ts"
import { Stages } from "../../layers/boards/Stages.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import { type CreatedWorkspace, Workspaces } from "../../layers/identity/Workspaces.ts"
import type { Board } from "../../schema/Board.ts"
import { DealId, NoteId } from "../../schema/Id.ts"
import { all } from "../../schema/Scope.ts"
import type { BoardStage } from "../../schema/Stage.ts"
import * as DemoLeads from "./DemoLeads.ts"
import * as SampleDeals from "../deals/rules/SampleDeals.ts"
import * as DealEdit from "../deals/rules/DealEdit.ts"
import * as NoteDocument from "../deals/rules/NoteDocument.ts"
import * as StageEntry from "../deals/rules/StageEntry.ts"
import * as Activity from "../deals/operations/Activity.ts"

const daysAgo = (now: number, days: number) => new Date(now - days * 86_400_000).toISOString()

const addDeal = Effect.fnUntraced(function* (
  board: Board,
  stages: ReadonlyArray<BoardStage>,
  sample: SampleDeals.Sample,
  now: number
) {
  const ids = yield* Ids
  const actor = yield* Actor
  const { user } = actor
  const created = daysAgo(now, sample.age)
  const sent = {
    name: sample.name,
    company: sample.company,
    amountCents: sample.cents,
    labels: sample.labels ?? [],
    primaryContactName: sample.contact,
    ...(sample.email !== undefined && { primaryContactEmail: sample.email }),
    ...SampleDeals.planOf(sample, now)
  }
  const first = stages[0]!
  const newDeal = DealEdit.create(board, sent, first, user, DealId.make(yield* ids.uuid), created)
  const laterStages = stages
    .slice(1, sample.stage + 1)
    .filter((one) => one.region !== "won" || sample.stage === 5)
  const deal = laterStages.reduce(
    (deal, stage, index) => StageEntry.enter(deal, stage, daysAgo(now, sample.age / (index + 2))),
    newDeal
  )
  yield* (yield* Deals).insert(deal, yield* Activity.created(deal))
  if (sample.note === undefined) return deal
  const note = {
    id: NoteId.make(yield* ids.uuid),
    dealId: deal.id,
    authorId: user.id,
    kind: "manual" as const,
    activityKind: "note" as const
  }
  yield* (yield* Notes).insert([
    {
      ...note,
      contentText: sample.note,
      contentJson: NoteDocument.fromText(sample.note),
      systemEventType: null,
      systemEventData: null,
      createdAt: deal.updatedAt,
      happenedAt: deal.updatedAt,
      editedAt: null,
      actor: refOf(actor)
    }
  ])
  return deal
})

const actorOf = (made: CreatedWorkspace): Actor["Service"] => ({
  credential: { kind: "api_key", id: made.apiKey.id, name: "First key" },
  user: { ...made.user, name: "Ada Park" },
  workspace: made.workspace,
  role: "admin",
  granted: new Set(all),
  scopes: new Set(all)
})

const furnish = Effect.fnUntraced(function* (made: CreatedWorkspace) {
  const stages = yield* (yield* Stages).of(made.board.id)
  const now = yield* Clock.currentTimeMillis
  const createdAt = new Date(now).toISOString()
  const board: Board = {
    id: made.board.id,
    teamId: made.team.id,
    name: "Sales",
    currency: "USD",
    defaultDealAmountCents: 0,
    createdAt
  }
  const deals = yield* Effect.forEach(SampleDeals.samples, (sample) => addDeal(board, stages, sample, now))
  yield* DemoLeads.add(board.id, deals, now)
}, Effect.orDie)

/** Credentials of the demo workspace, printed once. */
export interface Seeded {
  readonly token: string
  readonly email: string
  readonly password: string
}

/** Creates the demo workspace; undefined if there is any workspace. */
export const seed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const workspaces = yield* Workspaces
  const people = yield* People
  const password = yield* (yield* Ids).token(20)
  return yield* Effect.gen(function* () {
    const made = yield* workspaces.createFirst({
      name: "Demo workspace",
      plan: "standard",
      ownerEmail: "ada@demo.example",
      ownerName: "Ada Park"
    })
    if (made === undefined) return undefined
    yield* furnish(made).pipe(
      Effect.provideService(Tenant, { workspaceId: made.workspace.id }),
      Effect.provideService(Actor, actorOf(made))
    )
    yield* people.setPassword(made.user.id, password)
    const seeded: Seeded = { token: made.apiKey.token, email: made.user.email, password }
    return seeded
  }).pipe(sql.withTransaction)
}).pipe(Sql.orDie)
