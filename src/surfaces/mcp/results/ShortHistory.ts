/** Shortens a lead for agents: if its history is too long for the response, the oldest entries are omitted. */
import { newest } from "../../../leads/rules/EnrichmentHistory.ts"
import { tokensOf } from "./Budget.ts"

/** Tokens reserved for the notice. */
const reserve = 100

interface EnrichedLead {
  readonly enrichment: { readonly history: ReadonlyArray<unknown>; readonly historyHasMore?: boolean }
}

const isEnriched = (answer: unknown): answer is EnrichedLead => {
  if (typeof answer !== "object" || answer === null || !("enrichment" in answer)) return false
  const { enrichment } = answer
  return (
    typeof enrichment === "object" &&
    enrichment !== null &&
    "history" in enrichment &&
    Array.isArray(enrichment.history)
  )
}

/** The too long response without its oldest history, within `room` tokens; undefined if it has no history. */
export const cut = (answer: unknown, room: number): object | undefined => {
  if (!isEnriched(answer)) return undefined
  const { enrichment } = answer
  const { history, historyHasMore = false } = enrichment
  const others = { ...answer, enrichment: { ...enrichment, history: [] } }
  const newestCount = newest(history, room - reserve - tokensOf(others), tokensOf)
  if (newestCount.length === history.length) return undefined
  const left = history.length - newestCount.length
  const which = historyHasMore
    ? `all but the newest ${newestCount.length} history entries`
    : `the oldest ${left} of ${history.length} history entries`
  return {
    ...answer,
    enrichment: { ...enrichment, history: newestCount, historyHasMore: true },
    notice: `Left out ${which} to stay near 8,000 tokens. get_lead with include ["enrichment"] and its cursor gives them all.`
  }
}
