/** A lead's score as a colour, a number and a word, because not everyone can distinguish the colours. */
import { html, type Html } from "../../surfaces/web/Html.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"
import type * as LeadWords from "./LeadWords.ts"

type Enrichment = LeadWords.ShownLead["enrichment"]

const words = say.leads.score

const isUnderWay = ({ status }: Enrichment): boolean => status === "queued" || status === "in_progress"

const gradeOf = (score: number) => (score >= 70 ? "high" : score >= 40 ? "middling" : "low")

export const badge = (enrichment: Enrichment): Html => {
  const { score, status = "complete" } = enrichment
  const word = html`<span class="scoring ${isUnderWay(enrichment) && "under-way"}">${words[status]}</span>`
  if (score === undefined) return html`<span class="score none">${word}</span>`
  return html`<span class="score ${gradeOf(score)}"
    ><b>${words.is(Math.round(score))}</b> ${isUnderWay(enrichment) && word}</span
  >`
}
