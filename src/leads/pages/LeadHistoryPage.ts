/** The history of a lead's enrichment: each write with its author and time. */
import { readOnly } from "../../../schema/Enrichment.ts"
import type { LeadBackground, Writer } from "../../../schema/LeadBackground.ts"
import * as PlainText from "../../shared/PlainText.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import * as LocalTime from "../../surfaces/web/LocalTime.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"
import type { ShownLead } from "./LeadWords.ts"

const maxEntries = 50
const maxKeys = 30

const words = say.enrichment

const kinds: Readonly<Record<Writer["kind"], (name: Part) => Part>> = {
  api_key: words.apiKey,
  app: words.app,
  person: (name) => name
}

const writerName = (writers: ReadonlyArray<Writer>, by: string): Part => {
  const writer = writers.find(({ id }) => id === by)
  return writer === undefined
    ? html`<code>${PlainText.cut(by, 80)}</code>`
    : kinds[writer.kind](html`<strong>${writer.name}</strong>`)
}

const keysOf = (payload: object): Part => {
  const keys = Object.keys(payload).filter((key) => !readOnly.has(key))
  const named = keys.slice(0, maxKeys).map((key) => PlainText.cut(key, 80))
  const more = keys.length - named.length
  if (keys.length === 0) return words.noKeys
  return more > 0 ? words.andMore(named.join(", "), more) : named.join(", ")
}

/** Latest first. */
export const section = (
  { enrichment }: ShownLead,
  { writers, written }: typeof LeadBackground.Encoded
): Html | false => {
  const { history } = enrichment
  const shown = history.slice(-maxEntries).toReversed()
  const before = Math.max(written, history.length) - shown.length
  return (
    written > 0 &&
    html`<details class="card" id="history">
      <summary>${words.history(written)}</summary>
      <ol class="history">
        ${shown.map(
          ({ at, by, payload }) =>
            html`<li>
              <p>${words.writtenBy(LocalTime.minute(at), writerName(writers, by))}</p>
              <p class="soft">${words.wrote(keysOf(payload))}</p>
            </li>`
        )}
      </ol>
      ${before > 0 && html`<p class="hint">${words.earlier(before)}</p>`}
    </details>`
  )
}
