/** Describes a destructive call to a person who knows no ids, and pins the call to the records shown. */
import { Effect } from "effect"
import type { DryRun } from "../../../../schema/DryRun.ts"
import type { Fault } from "../../../../schema/Fault.ts"
import type { Lead } from "../../../../schema/Lead.ts"
import * as FullName from "../../../leads/rules/FullName.ts"
import * as PlainText from "../../../shared/PlainText.ts"
import type { Fields } from "../../http/request/Fields.ts"
import * as Reader from "./Reader.ts"

/** The question's subject. */
export interface ConfirmationText {
  /** Formatted like ": Mia Chen, Acme". */
  readonly said: string
  /** For a bulk call: the records that it would change, to which it is pinned, and its result if there are none. */
  readonly many?: { readonly ids: ReadonlyArray<string>; readonly answer: object }
}

/** The maximum number of names in a question. */
const maxNames = 3

const readLead = Reader.make(Reader.byName("leads.get"))
const simulate = Reader.make(Reader.byName("leads.bulkTriage"), "true")

const short = (text: string) => PlainText.shortened(PlainText.line(text), 80)

/** The lead's person and company. */
const nameOf = Effect.fnUntraced(function* (id: unknown) {
  const { contact } = (yield* readLead({ id })).value as Lead
  const name = FullName.of(contact.firstName, contact.lastName)
  const parts = [name, contact.companyName, contact.email].filter((part) => part !== null)
  return parts.map(short).join(", ")
})

/** The text that `read` returns, or `otherwise` if the caller may not read it. */
const orElse = <R>(read: Effect.Effect<string, Fault, R>, otherwise: string) =>
  Effect.catchIf(
    read,
    (fault: Fault) => fault._tag === "permission_error",
    () => Effect.succeed(otherwise)
  )

/** Formatted like ": Mia Chen, Acme; Bo Ek; and 4 more". */
const namesOf = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
  const names = yield* Effect.forEach(ids.slice(0, maxNames), nameOf)
  const more = ids.length - names.length
  return `: ${[...names, ...(more > 0 ? [`and ${more} more`] : [])].join("; ")}`
})

/** Runs the call dry to learn which leads it would change. It fails as the call would. */
const many = Effect.fnUntraced(function* ({ idempotencyKey: _, plan: __, ...args }: Fields) {
  const { answer, changes } = ((yield* simulate(args)).value as DryRun).dryRun
  const ids = changes.flatMap(({ ids = [], resource }) => (resource === "lead" ? ids : []))
  const said = ids.length === 0 ? "" : yield* orElse(namesOf(ids), "")
  return { said, many: { ids, answer: answer as object } }
})

/** Fails if the record doesn't exist, or if the call would be refused. */
export const of = (
  { name }: { readonly name: string },
  args: Fields
): Effect.Effect<ConfirmationText, Fault, Reader.Needs> => {
  const { id } = args
  if (name === "bulk_triage_leads") return many(args)
  if (id === undefined) return Effect.succeed({ said: "" })
  const fallback = `: ${short(String(id))}`
  if (name !== "triage_lead") return Effect.succeed({ said: fallback })
  const named = Effect.map(nameOf(id), (found) => `: ${found}`)
  return Effect.map(orElse(named, fallback), (said) => ({ said }))
}
