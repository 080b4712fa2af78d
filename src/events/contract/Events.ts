import { Schema } from "effect"
import { ChangeList } from "../../../schema/Change.ts"
import { Forbidden, Invalid } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import * as Page from "../../../schema/Page.ts"
import * as Operation from "../../contract/Operation.ts"

/** The maximum wait in seconds, shorter than the timeouts of proxies. */
const maxWait = 20

export const list = Operation.make("events.list", {
  title: "List changes",
  description:
    "Lists what happened to deals, notes and leads, oldest first, each change once; and what became of writes you asked for. Kept 30 days. Follow nextCursor, which is always there. Shows what your scopes let you read.",
  tool: "changes_since",
  toolNote: "For one deal use get_deal.",
  words: { since: "Only from this day or time on.", wait: "Seconds to wait for news, at most 20." },
  http: { method: "GET", path: "/events" },
  kind: "read",
  input: {
    ...Page.parameters,
    since: Field.since(
      "Since",
      "Only changes from this time on, if no cursor is sent: ISO 8601, as 2026-05-01 or 2026-05-01T09:30:00Z."
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

export const operations = [list] as const
