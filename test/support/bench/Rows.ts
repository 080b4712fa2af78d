/** The statements that generate the deals of a bench workspace. */
import type { BoardStage } from "../../../schema/Stage.ts"
import { keys } from "./TotalKeys.ts"

export interface Plan {
  readonly workspaceId: string
  readonly ownerId: string
  readonly deals: number
  /** When the newest deal was created, in ISO 8601. */
  readonly newest: string
  readonly boards: ReadonlyArray<{ readonly id: string; readonly stages: ReadonlyArray<BoardStage> }>
}

/** Words for deals' names, the commonest first: the first is in about a third of all names. */
const words = [
  ..."Renewal Rollout Pilot Licence Support Migration Onboarding Audit Upgrade Training".split(" "),
  ..."Workshop Integration Expansion Retainer Hosting Security Backup Portal Dashboard Tablets".split(" "),
  ..."Sensors Tracking Packaging Catering Cleaning Transport Storage Printing Payroll Survey".split(" "),
  ..."Kiosk Forklift Scanner Roofing Insulation Lighting Plumbing Fencing Paving Glazing".split(" ")
]

const syllables =
  "ba be bo da de di do fa fe fo ga ge go ha he ho ka ke ki ko la le li lo ma me mi mo na ne ni no pa pe po ra ri ro sa se si so ta te ti to va ve vi vo wa we"
const trades =
  "Foods Logistics Clinics Motors Textiles Media Energy Labs Partners Holdings Bakery Systems".split(" ")
const firstNames = "Mia Jonas Priya Elena Arjun Ruth Sanne Marcus Ioana Dale Aiko Omar".split(" ")
const lastNames = "Chen Berg Raman Fuchs Mehta Calder Visser Hill Popescu Kim Sato Haddad".split(" ")

/**
 * Search terms: three letters, matching from a handful to a third of the deals; `short` has two letters. What an import of closed deals
 * has is `dated`, in one of 300 others, too. The others are as common in any number of deals: a third have `third`; a hundred have
 * `hundred`, no three letters of which are in any other deal, and `mixed`, some letters of which are in a twelfth of the deals.
 */
export const terms = {
  rare: "zyx",
  medium: "kio",
  common: "ren",
  short: "zy",
  dated: "kontor",
  third: "renewal",
  hundred: "quixotry",
  mixed: "quarterly"
} as const

const draws = { board: 1, stage: 2, word: 3, company: 4, amount: 5, person: 6, label: 7, id: 8, age: 9 }

/** A pseudo-random 31-bit number for row `n` and a purpose. */
const draw = (purpose: keyof typeof draws, of = "n") =>
  `(hashint8extended(${of}, ${draws[purpose]}) & 2147483647)`

/** The same as a fraction from 0 to 1. */
const share = (purpose: keyof typeof draws) => `(${draw(purpose)} / 2147483648.0)`

const oneOf = (array: string, whole: string) => `(${array})[1 + (${whole}) % array_length(${array}, 1)]`

const id = `(lpad(to_hex((extract(epoch FROM created_at) * 1000)::bigint), 12, '0') || '7' ||
  lpad(to_hex(n & 4095), 3, '0') || 'a' || lpad(to_hex(n >> 12), 7, '0') ||
  lpad(to_hex(${draw("id")}), 8, '0'))::uuid`

/** The text a search matches: the deal's name and company, and further parts. */
const found = (...parts: ReadonlyArray<string>) =>
  `lower(${["name", `house || ' ' || ${oneOf("trades", "firm")}`, ...parts].join(" || E'\\n' || ")})`

/** Inserts the deals; takes `parameters`. */
export const deals = `
WITH sizes AS (
  SELECT $3::int AS deals, $4::timestamptz AS newest, $5::uuid[] AS boards, $6::text[] AS stages,
    $7::text[] AS words, $8::text[] AS syllables, $9::text[] AS trades, $10::text[] AS firsts, $11::text[] AS lasts
), drawn AS (
  SELECT n, sizes.*,
    date_trunc('milliseconds', newest - (deals - n) * (interval '365 days' / deals)) AS created_at,
    floor(cardinality(boards) * power(${share("board")}, 2))::int AS board,
    CASE WHEN ${draw("stage")} % 100 < 20 THEN 0 WHEN ${draw("stage")} % 100 < 35 THEN 1
      WHEN ${draw("stage")} % 100 < 47 THEN 2 WHEN ${draw("stage")} % 100 < 55 THEN 3
      WHEN ${draw("stage")} % 100 < 60 THEN 4 WHEN ${draw("stage")} % 100 < 80 THEN 5 ELSE 6 END AS position,
    words[1 + floor(cardinality(words) * power(${share("word")}, 3))::int] AS word,
    ${draw("company")} % greatest(1, deals / 8) AS firm,
    ${oneOf("firsts", draw("person"))} AS first, ${oneOf("lasts", `${draw("person")} / 64`)} AS last
  FROM sizes CROSS JOIN generate_series($12::int, $13::int) AS n
), named AS (
  SELECT *, created_at + ${share("age")} * (newest - created_at) AS moved_at,
    initcap(${oneOf("syllables", "firm")} || ${oneOf("syllables", "firm / 50")} || ${oneOf("syllables", "firm / 2500 + firm")}) AS house,
    word || ' ' || n || CASE WHEN n % 10007 = 5003 THEN ' Zyxel' ELSE '' END || CASE WHEN n % 300 = 7 THEN ' Kontor' ELSE '' END
      || CASE WHEN n % greatest(1, deals / 100) = deals / 200 THEN ' Quixotry Quarterly' ELSE '' END AS name
  FROM drawn
)
INSERT INTO deals (workspace_id, id, board_id, stage_id, status, name, company, amount_cents, currency, owner_id,
  labels, contact_name, contact_email, contact_email_lower, contact_email_domain, search, words, created_at, updated_at, active_on, stage_entered_at, commitment_at, won_at, dead_at)
SELECT $1::uuid, ${id}, boards[board + 1], stages[board * 7 + position + 1],
  CASE position WHEN 5 THEN 'won' WHEN 6 THEN 'dead' ELSE 'open' END,
  name, house || ' ' || ${oneOf("trades", "firm")},
  CASE WHEN n % 20 = 0 THEN NULL ELSE 10000 + ${draw("amount")} % 5000000 END, 'USD', $2::uuid,
  CASE ${draw("label")} % 4 WHEN 0 THEN '{inbound}' WHEN 1 THEN '{enterprise,renewal}' ELSE '{}' END::text[],
  first || ' ' || last, lower(first || '.' || last || '@' || house || '.example'),
  lower(first || '.' || last || '@' || house || '.example'), lower(house) || '.example',
  ${found()},
  ${found("first || ' ' || last", "first || '.' || last || '@' || house || '.example'")},
  created_at, moved_at, (moved_at AT TIME ZONE 'UTC')::date, moved_at, CASE WHEN position BETWEEN 2 AND 5 THEN moved_at END,
  CASE position WHEN 5 THEN moved_at END, CASE position WHEN 6 THEN moved_at END
FROM named`

/** For all deals of the plan, or some of them. */
export const parameters = (plan: Plan, from = 1, to = plan.deals) => [
  plan.workspaceId,
  plan.ownerId,
  plan.deals,
  plan.newest,
  `{${plan.boards.map((board) => board.id).join()}}`,
  plan.boards.flatMap((board) => board.stages.map((stage) => stage.id)),
  words,
  syllables.split(" "),
  trades,
  firstNames,
  lastNames,
  from,
  to
]

/** Inserts the first entry of each deal's feed. */
export const activity = `
INSERT INTO notes (workspace_id, id, deal_id, author_id, kind, system_event_type, system_event_data, created_at)
SELECT d.workspace_id, d.id, d.id, d.owner_id, 'system_event', 'deal_created', jsonb_build_object(
  'actor', 'user:' || d.owner_id, 'stage', jsonb_build_object('id', s.id, 'name', s.name, 'region', s.region)), d.created_at
FROM deals d JOIN stages s ON s.workspace_id = d.workspace_id AND s.board_id = d.board_id AND s.id = d.stage_id
WHERE d.workspace_id = $1`

/** Inserts the totals: `src/deals/rules/DealTotals.ts` summed over all deals. */
export const totals = `
INSERT INTO deal_totals (workspace_id, board_id, key, currency, slot, deals, cents)
SELECT d.workspace_id, d.board_id, k.key, d.currency, ('x' || right(d.id::text, 2))::bit(8)::int % 8,
  count(*), sum(coalesce(d.amount_cents, 0))
FROM deals d CROSS JOIN LATERAL (VALUES ('stage:' || d.stage_id),
  ('week:created:' || to_char(date_trunc('week', d.created_at AT TIME ZONE 'UTC'), 'YYYY-MM-DD')),
  ('week:won:' || to_char(date_trunc('week', d.won_at AT TIME ZONE 'UTC'), 'YYYY-MM-DD')),
  ('week:dead:' || to_char(date_trunc('week', d.dead_at AT TIME ZONE 'UTC'), 'YYYY-MM-DD')),
  ('month:proposal:' || to_char(d.commitment_at AT TIME ZONE 'UTC', 'YYYY-MM')),
  ('month:won:' || to_char(d.won_at AT TIME ZONE 'UTC', 'YYYY-MM')),
  ('month:dead:' || to_char(d.dead_at AT TIME ZONE 'UTC', 'YYYY-MM')), ${keys}) AS k(key)
WHERE d.workspace_id = $1 AND k.key IS NOT NULL
GROUP BY 1, 2, 3, 4, 5`
