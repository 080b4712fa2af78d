/** The history of a lead's enrichment: who wrote what, and when. */
import { readOnly } from "../../../../schema/Enrichment.ts"
import type { LeadBackground, Writer } from "../../../../schema/LeadBackground.ts"
import * as PlainText from "../../../domain/platform/PlainText.ts"
import { html, type Html } from "../platform/Html.ts"
import * as Moment from "../platform/Moment.ts"
import type { Shown } from "./Words.ts"

const mostEntries = 50
const mostKeys = 30

const kinds: Readonly<Record<Writer["kind"], string>> = { api_key: "API key ", app: "App ", person: "" }

const who = (writers: ReadonlyArray<Writer>, by: string): Html => {
  const writer = writers.find(({ id }) => id === by)
  return writer === undefined
    ? html`<code>${PlainText.cut(by, 80)}</code>`
    : html`${kinds[writer.kind]}<strong>${writer.name}</strong>`
}

const keysOf = (payload: object): string => {
  const keys = Object.keys(payload).filter((key) => !readOnly.has(key))
  const named = keys.slice(0, mostKeys).map((key) => PlainText.cut(key, 80))
  const more = keys.length - named.length
  if (keys.length === 0) return "nothing"
  return more > 0 ? `${named.join(", ")} and ${more} more` : named.join(", ")
}

/** Latest first. */
export const section = (
  { enrichment }: Shown,
  { writers, written }: typeof LeadBackground.Encoded
): Html | false => {
  const { history } = enrichment
  const shown = history.slice(-mostEntries).toReversed()
  const before = Math.max(written, history.length) - shown.length
  return (
    written > 0 &&
    html`<details class="card" id="history">
      <summary>History: written ${written === 1 ? "once" : `${written} times`}</summary>
      <ol class="history">
        ${shown.map(
          ({ at, by, payload }) =>
            html`<li>
              <p>${Moment.minute(at)} by ${who(writers, by)}</p>
              <p class="soft">Wrote ${keysOf(payload)}</p>
            </li>`
        )}
      </ol>
      ${before > 0 && html`<p class="hint">The API returns the ${before} earlier entries.</p>`}
    </details>`
  )
}
