import { assert, layer } from "@effect/vitest"
import { Array as Arrays, Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as Migrations from "../../layers/platform/database/Migrations.ts"
import * as Search from "../../layers/platform/Search.ts"
import { migrations } from "../../migrations/index.ts"
import { TestDatabase } from "../support/server/TestDatabase.ts"

const id = (last: number) => `01997f2e-6b1c-7d7a-9d0c-${String(last).padStart(12, "0")}`

const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0017"))

const at = "2026-05-01T09:30:00.000Z"
const own = { workspace_id: id(1) }

const texts = [
  "Łódź Straße",
  "İSTANBUL ﬁx",
  "ΟΔΟΣ 5",
  "e\u0301clair",
  "お好み焼き",
  "कि 100%_",
  "Ærø Þór",
  "\u0301",
  "ŉ ǰ",
  "O’Brien` Coca‑Zola – Soft\u00adHyphen",
  "مُحَمَّد שָׁלוֹם O´Neil"
]

/** More rows than one batch takes. */
const furnish = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO workspaces ${sql.insert({ id: id(1), name: "W", plan: "free", created_at: at })}`
  yield* sql`INSERT INTO users ${sql.insert({ id: id(2), email: "a@b.example", created_at: at })}`
  yield* sql`INSERT INTO members ${sql.insert({ ...own, user_id: id(2), role: "admin", created_at: at })}`
  yield* sql`INSERT INTO teams ${sql.insert({ ...own, id: id(3), name: "T", created_at: at })}`
  const board = {
    ...own,
    id: id(4),
    team_id: id(3),
    name: "B",
    currency: "USD",
    color: "none",
    created_at: at
  }
  yield* sql`INSERT INTO boards ${sql.insert({ ...board, default_deal_amount_cents: 0 })}`
  const stage = {
    ...own,
    board_id: id(4),
    id: "stg_1",
    name: "S",
    region: "early",
    position: 0,
    probability: 50
  }
  yield* sql`INSERT INTO stages ${sql.insert(stage)}`
  const deals = Array.from({ length: 1100 }, (_, index) => ({
    ...own,
    id: id(1000 + index),
    board_id: id(4),
    stage_id: "stg_1",
    status: "open",
    name: texts[index % texts.length]!,
    company: index % 2 === 0 ? null : texts[index % 7]!,
    contact_name: index % 3 === 0 ? null : texts[index % 5]!,
    contact_email: index % 4 === 0 ? null : "Mia@Ácme.example",
    currency: "USD",
    owner_id: id(2),
    labels: [],
    search: "d",
    created_at: at,
    updated_at: at,
    stage_entered_at: at
  }))
  yield* Effect.forEach(Arrays.chunksOf(deals, 550), (some) => sql`INSERT INTO deals ${sql.insert(some)}`)
  const lead = { ...own, id: id(5000), board_id: id(4), triage_status: "new", triaged_at: at, source: "form" }
  const search = Search.text(...texts)
  yield* sql`INSERT INTO leads ${sql.insert({ ...lead, attribution: "{}", enrichment: "{}", rank: -1, search, created_at: at })}`
})

interface Row {
  readonly name: string
  readonly company: string | null
  readonly contact_name: string | null
  readonly contact_email: string | null
  readonly words: string
}

layer(TestDatabase.layerEmpty)("the words migration", (it) => {
  it.effect("makes old rows searchable by the same words as new rows", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Migrations.run(before)
      yield* furnish
      yield* Migrations.run(migrations)
      const deals = yield* sql<Row>`SELECT name, company, contact_name, contact_email, words FROM deals`
      assert.lengthOf(deals, 1100)
      for (const { company, contact_email, contact_name, name, words } of deals) {
        assert.strictEqual(words, Search.words(name, company, contact_name, contact_email))
      }
      const leads = yield* sql<{ words: string }>`SELECT words FROM leads`
      assert.deepStrictEqual(
        leads.map(({ words }) => words),
        [Search.words(...texts)]
      )
    })
  )
})
