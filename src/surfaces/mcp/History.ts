/** Shortens a lead for agents: if its history is too long for the response, the oldest entries are left out. */
import { newest } from "../../domain/leads/EnrichmentHistory.ts"
import { budget, bytesOf } from "./Budget.ts"

interface Enriched {
  readonly enrichment: { readonly history: ReadonlyArray<unknown>; readonly historyHasMore?: boolean }
}

const isEnriched = (answer: unknown): answer is Enriched => {
  if (typeof answer !== "object" || answer === null || !("enrichment" in answer)) return false
  const { enrichment } = answer
  return (
    typeof enrichment === "object" &&
    enrichment !== null &&
    "history" in enrichment &&
    Array.isArray(enrichment.history)
  )
}

/** The response cut to fit, with a note on what was left out; undefined if it fits or has no history. */
export const cut = (answer: unknown): object | undefined => {
  if (!isEnriched(answer) || bytesOf(answer) <= budget) return undefined
  const { enrichment } = answer
  const { history, historyHasMore = false } = enrichment
  const kept = newest(history, budget - (bytesOf(answer) - bytesOf(history)), bytesOf)
  if (kept.length === history.length) return undefined
  const left = history.length - kept.length
  const which = historyHasMore
    ? `all but the newest ${kept.length} history entries`
    : `the oldest ${left} of ${history.length} history entries`
  return {
    ...answer,
    enrichment: { ...enrichment, history: kept, historyHasMore: true },
    notice: `Left out ${which} to stay near 8,000 tokens. GET /v1/leads/{id}/history gives them all.`
  }
}
