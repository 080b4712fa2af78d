/** The deals or leads that a name may mean, as an error shows them to a model: few, short, and marked as data. */
import { Effect } from "effect"
import { Call } from "../../../invocation/Call.ts"
import * as NameLookup from "../../../values/NameLookup.ts"
import * as Handle from "../../../values/Handle.ts"
import type { Writer } from "../../../../schema/Field.ts"
import { leading, tokensOf } from "../results/Budget.ts"
import * as Truncation from "../results/Truncation.ts"
import { isObject } from "./EmptyArguments.ts"
import type { Subject } from "./NamedReferences.ts"

/** Who may have written what they are called. */
const writers = { deal: "anyone", lead: "sender" } as const satisfies Record<Subject, Writer>

/** For one text, and for all candidates, which the message and its `meta` both name. In tokens. */
const [short, room] = [40, 1_150]

/** Texts are cut before they are marked, since a mark has an end. */
export const showing = (kind: Subject): Effect.Effect<NameLookup.Showing, never, Call> =>
  Effect.map(Call, ({ quote = (text: string) => text }) => {
    const said = (text: string) => quote(Truncation.shortened(text, short), writers[kind])
    const part = (text: string | null) => (text === null ? null : said(Handle.brief(text)))
    const candidates = (found: ReadonlyArray<NameLookup.NameLookup>) => {
      const shown = found.slice(0, NameLookup.few).map(({ company, id, name, place }) => ({
        id,
        name: part(name),
        company: part(company),
        place: Truncation.shortened(Handle.brief(place), short)
      }))
      const fit = leading(shown, room, (one) => tokensOf(one) + tokensOf(NameLookup.calledText(one)))
      return shown.slice(0, fit)
    }
    return { said, candidates }
  })

/** Who wrote which parts of an error, by its `meta`; undefined if it names no deals or leads. */
export const pointers = (meta: unknown): Readonly<Record<string, Writer>> | undefined => {
  const [kind, writer] = Object.entries(writers).find(([kind]) => isObject(meta) && `${kind}s` in meta) ?? []
  if (kind === undefined) return undefined
  const each = `/error/meta/${kind}s/*`
  return { "/error/message": "quoting", [`${each}/name`]: writer!, [`${each}/company`]: writer! }
}
