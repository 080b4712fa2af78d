/** Calls with a mistake that are refused, and what the refusal must say: the field, the candidates, the way out. */
import type { Grounds } from "./Grounds.ts"

type Mistake = readonly [what: string, args: unknown, ...says: ReadonlyArray<string | RegExp>]

const deal = { name: "Trackers", boardId: "Sales" }
const ids = (count: number) =>
  Array.from({ length: count }, (_, n) => `01997f2e-6b1c-7d7a-9d0c-${String(n).padStart(12, "0")}`)
const never = "01997f2e-6b1c-7d7a-9d0c-0a1b2c3d4e5f"
const decimals = /go into amount, as text: "12500\.00"/u
const asDate = ["createdAfter", "2026-05-01", "2026-05-01T09:30:00Z"]
const enrich = (enrichment: unknown) => ({ id: "Mia Chen", enrichment })
const hook = (url: string, event = "deal.won") => ({ boardId: "Sales", url, events: [event] })

/** By tool. */
export const refused = (at: Grounds): Readonly<Record<string, ReadonlyArray<Mistake>>> => ({
  create_deal: [
    ["a comma in cents", { ...deal, amountCents: "12,50" }, "amountCents", "minor units", decimals],
    ["decimals with a comma", { ...deal, amount: "12,50" }, "amount", '"12.50"'],
    ["thousands with a comma", { ...deal, amount: "12,500.00" }, "amount", '"12500.00"'],
    ["dollars", { ...deal, amount: 12_500 }, "decimal string", "amountCents", "1250000 for $12,500.00"],
    ["$12.5k", { ...deal, amount: "$12.5k" }, "amount", '"12500.00"'],
    ["cents as text with a sign", { ...deal, amountCents: "$12,500" }, decimals],
    ["a fraction of a cent", { ...deal, amountCents: 12_500.5 }, "integer", decimals],
    [
      "decimals of yen",
      { ...deal, boardId: "Tokyo", amount: "12500.50" },
      "amount",
      "JPY",
      /no (?:decimals|decimal places|digits)|whole/u
    ],
    ["an exponent", { ...deal, amount: "1.25e4" }, "amount", '"12500.00"'],
    ["a currency of its own", { ...deal, currency: "EUR" }, "currency", "board"],
    ["no board, of three", { name: "Trackers" }, "boardId is required", "Sales in USD (", "Tokyo in JPY ("],
    ["title for name", { title: "Trackers", boardId: "Sales" }, "title", "did you mean name?"],
    ["value for amount", { ...deal, value: "12500" }, "value", "did you mean amount?"],
    ["stage for stageId", { ...deal, stage: "New" }, "did you mean stageId?"],
    ["contact as an object", { ...deal, primaryContact: { name: "Mia" } }, "primaryContactName"]
  ],
  update_deal: [
    ["a negative amount", { id: "Trial", amountCents: -100 }, "amountCents", "0 or more"],
    [
      "two amounts",
      { id: "Trial", amount: "125.00", amountCents: 12_600 },
      "amount",
      "amountCents",
      /one of/u
    ],
    [
      "an owner of a name that two have",
      { id: "Trial", ownerId: "Ben Ito" },
      "2 members are called Ben Ito",
      "email"
    ],
    ["an owner outside", { id: "Trial", ownerId: "nobody@test.example" }, "The members are", "Ada Park <"],
    ["a deal that was deleted", { id: at.deleted, name: "Back" }, "was deleted", "restore it until"],
    ["owner for ownerId", { id: "Trial", owner: "me" }, "did you mean ownerId?"],
    ["labels as one text", { id: "Trial", labels: "a, b" }, "labels", "an array", '["a", "b"]'],
    ["a name of 300 letters", { id: "Trial", name: "x".repeat(300) }, "name", "200"],
    ["a field both sent and cleared", { id: "Trial", company: "X", clear: ["company"] }, "clear", "company"],
    ["a field to clear in another case", { id: "Trial", clear: ["Company"] }, "did you mean company?"],
    [
      "a key of another call",
      { id: "Trial", name: "Other", idempotencyKey: "of another" },
      "idempotency key",
      "fresh key"
    ]
  ],
  list_deals: [
    ["a word in the wrong case", { status: "Open" }, '"open"', "did you mean open?"],
    ["a status there is not", { status: "closed" }, '"won"', '"dead"', '"all"'],
    ["an order in words", { sort: "amount desc" }, '"-amount"'],
    ["yesterday", { createdAfter: "yesterday" }, ...asDate],
    ["a month 13", { createdAfter: "2026-13-01" }, ...asDate],
    ["month, day, year", { createdAfter: "05/01/2026" }, ...asDate],
    ["seconds since 1970", { createdAfter: 1_767_225_600 }, ...asDate],
    ["a time without its offset", { createdAfter: "2026-05-01 09:30" }, ...asDate],
    ["30 days in words", { quietDays: "30 days" }, "quietDays", "integer"],
    ["500 rows", { limit: 500 }, "limit", "100"],
    ["a board misspelt", { boardId: "Patners" }, "Did you mean Partners?"],
    ["an owner by a first name that two have", { ownerId: "Ada" }, "Ada Park <", "Ada Moss <"],
    ["names with underscores", { board_id: "Sales" }, "did you mean boardId?"],
    ["a filter there is not", { priority: "high" }, "priority", "Its parameters:", "quietDays"],
    ["arguments as JSON text of no object", "[1]", "arguments", "an object"],
    ["a cursor with other filters", { cursor: at.cursor, status: "won" }, "cursor", "filters"],
    ["a cursor made up", { cursor: "page2" }, "cursor", /first page|without (?:a )?cursor|nextCursor/u],
    ["from a larger amount to a smaller", { amountMin: 500, amountMax: 100 }, "amountMin", "amountMax"],
    [
      "from a later day to an earlier",
      { createdAfter: "2026-05-01", createdBefore: "2026-04-01" },
      "createdAfter",
      "createdBefore"
    ]
  ],
  list_leads: [
    ["an inbox of unread leads", { triageStatus: "unread" }, '"new"', '"contacted"'],
    ["New for new", { triageStatus: "New" }, "did you mean new?"],
    ["next Friday", { createdAfter: "next Friday" }, ...asDate],
    ["since for createdAfter", { since: "2026-05-01" }, "did you mean createdAfter?"],
    ["the cursor of another list", { cursor: at.cursor }, "cursor"]
  ],
  triage_lead: [
    ["triage to spam", { id: "Mia Chen", triageStatus: "spam" }, "did you mean junk?"],
    ["triage to qualified", { id: "Mia Chen", triageStatus: "qualified" }, '"contacted"', "promote_lead"],
    ["triage to promoted", { id: "Mia Chen", triageStatus: "promoted" }, "promote_lead"],
    ["Contacted for contacted", { id: "Mia Chen", triageStatus: "Contacted" }, "did you mean contacted?"],
    ["a deal for a lead", { id: at.licence, triageStatus: "contacted" }, "is a deal, not a lead", "get_deal"],
    ["junk made new again", { id: at.junk, triageStatus: "new" }, "junk", "promote_lead"]
  ],
  export_report_image: [["a report by its title", { report: "this month" }, "did you mean this_month?"]],
  move_deal: [
    [
      "a stage of another board",
      { id: "Annual licence", toStageId: "Pilot" },
      "the board Partners has one",
      "Proposal (stg_"
    ],
    [
      "the id of another board's stage",
      { id: at.licence, toStageId: at.pilot },
      "Its stages are",
      "Proposal (stg_"
    ],
    ["a stage misspelt", { id: "Annual licence", toStageId: "Propsal" }, "Did you mean Proposal?"],
    ["Closed Won", { id: "Annual licence", toStageId: "Closed Won" }, "Did you mean Won?"],
    ["stage for toStageId", { id: "Annual licence", stage: "Won" }, "did you mean toStageId?"]
  ],
  get_deal: [
    ["a company of two", { id: "Acme Corp" }, "2 deals match Acme Corp", "Annual licence", "Support plan"],
    ["a deal nobody knows", { id: "Zeppelin" }, "Zeppelin", "search_deals"],
    ["an id that never was", { id: never }, never, "search_deals"],
    ["half an id", { id: at.licence.slice(0, 13) }, "search_deals"],
    ["a lead's id for a deal", { id: at.lead }, "is a lead, not a deal", "get_lead"],
    ["deal_id for id", { deal_id: at.licence }, "did you mean id?"],
    ["no id", {}, "id is required"],
    ["a part there is not", { id: "Trial", include: ["history"] }, "include[0]", '"notes"', '"activity"'],
    ["parts as text", { id: "Trial", include: "notes, activity" }, "include must be an array", '["notes"]']
  ],
  listDeals: [["a tool in another style", {}, "did you mean list_deals?"]],
  remove_deal: [["a tool there is not", { id: at.licence }, /tools\/list|did you mean/u]],
  patch_lead_enrichment: [
    ["score beside enrichment", { id: "Mia Chen", score: 85 }, "score", "inside enrichment"],
    ["enrichment as text", { id: "Mia Chen", enrichment: "score: 85" }, "enrichment", "an object"],
    ["a score of 850", enrich({ score: 850 }), "enrichment.score", "100"],
    ["a score as text", enrich({ score: "85/100" }), "enrichment.score", "number"],
    ["status done", enrich({ status: "done" }), "enrichment.status", '"complete"'],
    [
      "a profile without https",
      enrich({ contact: { linkedin: "linkedin.com/in/mia" } }),
      "enrichment.contact.linkedin",
      "https://"
    ],
    [
      "a key of its own in contact",
      enrich({ contact: { role: "CTO" } }),
      "enrichment.contact.role",
      /title/u
    ],
    ["a file as a screenshot", enrich({ screenshot: "/tmp/site.png" }), "enrichment.screenshot", "https"]
  ],
  create_lead: [
    ["email of a new lead", { email: "a@b.example" }, "did you mean workEmail?"],
    [
      "name of a new lead",
      { name: "Mia Chen", workEmail: "a@b.example" },
      "did you mean firstName and lastName?"
    ],
    ["company of a new lead", { company: "Globex" }, "did you mean companyName?"],
    ["a lead of nothing", {}, "workEmail", "companyName", "message"],
    ["an address in words", { workEmail: "mia at globex" }, "workEmail", "email address"]
  ],
  add_note: [["text of a note", { id: "Annual licence", text: "Called" }, "did you mean contentText?"]],
  search_deals: [
    ["query of a search", { query: "acme" }, "did you mean q?"],
    ["a search without words", {}, "q is required"]
  ],
  bulk_update_deals: [
    ["201 ids", { ids: ids(201), amountPercent: 10 }, "ids", "200"],
    ["no ids", { ids: [], amountPercent: 10 }, "ids", "at least 1"],
    ["an id twice", { ids: [at.licence, at.licence], amountPercent: 10 }, "ids", "repeat"],
    ["half a name among the ids", { ids: ["licence"], amountPercent: 10 }, "ids[0]", "Annual licence"],
    ["10% as text", { ids: [at.licence], amountPercent: "10%" }, "amountPercent", "number", /such as 10\b/u],
    ["more than all off", { ids: [at.licence], amountPercent: -150 }, "amountPercent", "-100"],
    ["nothing to change", { ids: [at.licence] }, "addLabels", "amountPercent"],
    [
      "a lead among deals",
      { ids: [at.licence, at.lead], addLabels: ["a"] },
      "Nothing was changed",
      "There is no deal"
    ],
    [
      "ids and filter",
      { ids: [at.licence], filter: { label: "renewal" }, addLabels: ["a"] },
      "ids",
      "filter",
      /one of|not both/u
    ],
    ["a filter of nothing", { filter: {}, addLabels: ["a"] }, "filter"],
    [
      "an unknown filter",
      { filter: { priority: "high" }, addLabels: ["a"] },
      "filter.priority",
      "quietDays",
      "label"
    ],
    ["filters beside filter", { label: "renewal", addLabels: ["a"] }, "label", "inside filter"],
    ["labels to set in bulk", { ids: [at.licence], labels: ["a"] }, "did you mean addLabels?"]
  ],
  bulk_move_deals: [
    ["deals of two boards to one stage", { ids: [at.licence, at.abroad], toStageId: "Won" }, "another board"]
  ],
  render_template: [
    [
      "a template by a wrong name",
      { id: "Folow-up", dealId: at.licence },
      "Did you mean Follow-up?",
      "The templates are"
    ],
    [
      "a deal and a lead",
      { id: "Follow-up", dealId: at.licence, leadId: at.lead },
      "dealId or leadId, not both"
    ]
  ],
  create_webhook: [
    ["a webhook over http", hook("http://hooks.example/x"), "url", "https"],
    ["a webhook to this machine", hook("https://127.0.0.1/hook"), "url", "public"],
    [
      "an event there is not",
      hook("https://hooks.slack.com/services/T0/B0/x", "deal.lost"),
      "events[0]",
      '"deal.stage_changed"'
    ]
  ],
  set_board_goals: [
    ["a goal in decimals", { boardId: "Sales", deal_value: "1000.00" }, "deal_value", "integer"]
  ],
  match_contact: [["contacts by a name", { email: "Mia Chen" }, "email", "email address"]]
})
