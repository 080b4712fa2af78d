/** What a call that is final is about, in words for a person who knows no ids, and pinned to what they are shown. */
import { Effect } from "effect"
import type { DryRun } from "../../../../schema/DryRun.ts"
import type { Fault } from "../../../../schema/Fault.ts"
import type { Lead } from "../../../../schema/Lead.ts"
import * as FullName from "../../../leads/rules/FullName.ts"
import * as PlainText from "../../../values/PlainText.ts"
import type { Fields } from "../../http/request/Fields.ts"
import * as Reader from "./Reader.ts"

/** What the person is asked about. */
export interface ConfirmationText {
  /** As ": Mia Chen, Acme". */
  readonly said: string
  /** Of a call for many records: those that it would change, to which it is pinned, and its answer if there are none. */
  readonly many?: { readonly ids: ReadonlyArray<string>; readonly answer: object }
}

/** Names of many records that a question holds. */
const mostNames = 3

const readLead = Reader.make(Reader.byName("leads.get"))
const rehearse = Reader.make(Reader.byName("leads.bulkTriage"), "true")

const short = (text: string) => PlainText.shortened(PlainText.line(text), 80)

/** Whom a lead is of. */
const nameOf = Effect.fnUntraced(function* (id: unknown) {
  const { contact } = (yield* readLead({ id })).value as Lead
  const name = FullName.of(contact.firstName, contact.lastName)
  const parts = [name, contact.companyName, contact.email].filter((part) => part !== null)
  return parts.map(short).join(", ")
})

/** What `read` finds; `otherwise` if the caller may not read it. */
const orElse = <R>(read: Effect.Effect<string, Fault, R>, otherwise: string) =>
  Effect.catchIf(
    read,
    (fault: Fault) => fault._tag === "permission_error",
    () => Effect.succeed(otherwise)
  )

/** As ": Mia Chen, Acme; Bo Ek; and 4 more". */
const namesOf = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
  const names = yield* Effect.forEach(ids.slice(0, mostNames), nameOf)
  const more = ids.length - names.length
  return `: ${[...names, ...(more > 0 ? [`and ${more} more`] : [])].join("; ")}`
})

/** Tries the call in order to learn which leads it would change, and fails as it would. */
const many = Effect.fnUntraced(function* ({ idempotencyKey: _, plan: __, ...args }: Fields) {
  const { answer, changes } = ((yield* rehearse(args)).value as DryRun).dryRun
  const ids = changes.flatMap(({ ids = [], resource }) => (resource === "lead" ? ids : []))
  const said = ids.length === 0 ? "" : yield* orElse(namesOf(ids), "")
  return { said, many: { ids, answer: answer as object } }
})

/** Fails if there is no such record, or if the call would be refused. */
export const of = (
  { name }: { readonly name: string },
  args: Fields
): Effect.Effect<ConfirmationText, Fault, Reader.Needs> => {
  const { id } = args
  if (name === "bulk_triage_leads") return many(args)
  if (id === undefined) return Effect.succeed({ said: "" })
  const given = `: ${short(String(id))}`
  if (name !== "triage_lead") return Effect.succeed({ said: given })
  const named = Effect.map(nameOf(id), (found) => `: ${found}`)
  return Effect.map(orElse(named, given), (said) => ({ said }))
}
