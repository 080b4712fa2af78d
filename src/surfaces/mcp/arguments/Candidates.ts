/** The deals or leads that a name may refer to, for an error to a model: few, short, and marked as untrusted. */
import { Effect } from "effect"
import { Call } from "../../../invocation/Call.ts"
import * as NameLookup from "../../../shared/NameLookup.ts"
import * as NameResolver from "../../../shared/NameResolver.ts"
import type { Writer } from "../../../../schema/Field.ts"
import { leading, tokensOf } from "../results/Budget.ts"
import * as Truncation from "../results/Truncation.ts"
import { isObject } from "./EmptyArguments.ts"
import type { Subject } from "./NamedReferences.ts"

/** The possible authors of their names. */
const writers = { deal: "anyone", lead: "sender" } as const satisfies Record<Subject, Writer>

/** Limits in tokens: for one text, and for all candidates, which appear in both the message and its `meta`. */
const [short, room] = [40, 1_150]

/** Texts are truncated before they are marked, because a mark has an end tag. */
export const showing = (kind: Subject): Effect.Effect<NameLookup.TextMarks, never, Call> =>
  Effect.map(Call, ({ quote = (text: string) => text }) => {
    const excerpt = (text: string) => quote(Truncation.shortened(text, short), writers[kind])
    const part = (text: string | null) => (text === null ? null : excerpt(NameResolver.shortName(text)))
    const candidates = (found: ReadonlyArray<NameLookup.NameLookup>) => {
      const shortlist = found.slice(0, NameLookup.maxCandidates).map(({ company, id, name, place }) => ({
        id,
        name: part(name),
        company: part(company),
        place: Truncation.shortened(NameResolver.shortName(place), short)
      }))
      const fit = leading(shortlist, room, (one) => tokensOf(one) + tokensOf(NameLookup.calledText(one)))
      return shortlist.slice(0, fit)
    }
    return { said: excerpt, candidates }
  })

/** The authors of an error's parts, from its `meta`; undefined if it lists no deals or leads. */
export const pointers = (meta: unknown): Readonly<Record<string, Writer>> | undefined => {
  const [kind, writer] = Object.entries(writers).find(([kind]) => isObject(meta) && `${kind}s` in meta) ?? []
  if (kind === undefined) return undefined
  const each = `/error/meta/${kind}s/*`
  return { "/error/message": "quoting", [`${each}/name`]: writer!, [`${each}/company`]: writer! }
}
