import { Schema } from "effect"
import { Change, ChangeList, ChangeRow, ChangeType } from "../../../schema/Change.ts"
import { Forbidden, Invalid } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { DealId, LeadId, SomeoneId } from "../../../schema/Id.ts"
import * as Page from "../../../schema/Page.ts"
import * as Operation from "../../contract/Operation.ts"

/** The maximum wait in seconds, shorter than the timeouts of proxies. */
const maxWait = 20

export const list = Operation.make("events.list", {
  title: "List changes",
  description:
    "Lists what happened to deals, notes and leads, each change once; and what became of writes you asked for. Kept 30 days. Follow nextCursor, which is always there. Shows what your scopes let you read.",
  tool: "changes_since",
  toolNote:
    "type is an event (deal.stage_changed) or its first part (deal). digest tells each record in one line, with its id. Rows of detail full have ids, and entryId for undo.",
  words: {
    since: "Only from this day or time on.",
    wait: "Seconds to wait for news, at most 20.",
    type: "",
    dealId: "Id or name.",
    leadId: "Id or name.",
    ownerId: "Id or email, or me.",
    actor: "Id or name of a key, app, agent or person.",
    order: "Default oldest."
  },
  toolInput: {
    digest: Field.of("Digest", "true: one line a record.", Field.optional(Schema.Boolean))
  },
  compact: { row: ChangeRow },
  http: { method: "GET", path: "/events" },
  kind: "read",
  input: {
    ...Page.parameters,
    since: Field.since(
      "Since",
      "Only changes from this time on, if no cursor is sent: ISO 8601, as 2026-05-01 or 2026-05-01T09:30:00Z."
    ),
    type: Field.of(
      "Type",
      "Only changes of this type, such as deal.stage_changed, or its first part: deal.",
      Field.optional(Schema.Literals(["deal", "note", "lead", "approval", ...ChangeType.literals]))
    ),
    dealId: Field.of("Deal", "Id of a deal to filter by.", Field.optional(DealId)),
    leadId: Field.of("Lead", "Id of a lead to filter by.", Field.optional(LeadId)),
    ownerId: Field.of("Owner", "Id of the deals' owner, or me.", Field.optional(SomeoneId)),
    actor: Field.of(
      "Actor",
      "Id or name of the API key, app, agent or person that made them.",
      Field.optional(Field.name(100))
    ),
    order: Field.of(
      "Order",
      "newest: the latest first. A cursor goes on in its own order.",
      Field.optional(Schema.Literals(["oldest", "newest"]).annotate({ default: "oldest" }))
    ),
    wait: Field.of(
      "Wait",
      `Seconds to wait if there is nothing after the cursor yet, at most ${maxWait}; else the answer comes at once.`,
      Field.optional(
        Schema.Int.check(
          Schema.isBetween({ minimum: 0, maximum: maxWait }, { expected: `an integer from 0 to ${maxWait}` })
        )
      )
    )
  },
  example: { since: "2026-05-01" },
  success: ChangeList,
  faults: [Invalid, Forbidden]
})

const { limit, ownerId, since } = list.input

/** Used by the page of today. */
const latest = Operation.make("events.latest", {
  title: "List the latest changes",
  description: "Lists the newest changes of deals, notes and leads, each with the name of its deal or lead.",
  scope: "pipeline:read",
  kind: "read",
  input: { limit, ownerId, since },
  success: Schema.Struct({
    data: Field.of(
      "Changes",
      "The changes, newest first.",
      Schema.Array(
        Schema.Struct({
          ...Change.fields,
          name: Field.writtenBy(
            "anyone",
            Field.of("Name", "Name of the deal or lead; null if it has none.", Schema.NullOr(Schema.String))
          )
        })
      )
    )
  }),
  faults: [Invalid]
})

export const operations = [list] as const

export const onPages = [latest] as const
