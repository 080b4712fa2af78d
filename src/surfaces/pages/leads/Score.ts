/** A lead's score as colour, number and word, so that no one depends on colour alone. */
import { html, type Html } from "../platform/Html.ts"
import type * as Words from "./Words.ts"

type Enrichment = Words.Shown["enrichment"]

/** The words for a missing score, and for a score that is about to change. */
const words = {
  queued: "Waiting to be scored",
  in_progress: "Being scored",
  complete: "Not scored",
  skipped: "Not scored"
} as const

const isUnderWay = ({ status }: Enrichment): boolean => status === "queued" || status === "in_progress"

const gradeOf = (score: number) => (score >= 70 ? "high" : score >= 40 ? "middling" : "low")

export const badge = (enrichment: Enrichment): Html => {
  const { score, status = "complete" } = enrichment
  const word = html`<span class="scoring ${isUnderWay(enrichment) && "under-way"}">${words[status]}</span>`
  if (score === undefined) return html`<span class="score none">${word}</span>`
  return html`<span class="score ${gradeOf(score)}"
    ><b><span class="unseen">Score </span>${Math.round(score)}<span class="unseen"> of 100</span></b>
    ${isUnderWay(enrichment) && word}</span
  >`
}
