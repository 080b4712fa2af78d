/** Keeps a lead that agents read short: of a history that outgrew the answer, the oldest entries give way. */
import { budget, bytesOf } from "./Budget.ts"

interface Enriched {
  readonly enrichment: { readonly history: ReadonlyArray<unknown> }
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

/** How many of the newest entries there is room for. */
const room = (history: ReadonlyArray<unknown>, bytes: number): number => {
  let left = bytes
  const newest = history.toReversed()
  const over = newest.findIndex((entry) => (left -= bytesOf(entry)) < 0)
  return over < 0 ? history.length : over
}

/** The answer cut to fit, with word of what was left out; undefined where it fits, or has nothing to leave out. */
export const cut = (answer: unknown): object | undefined => {
  if (!isEnriched(answer) || bytesOf(answer) <= budget) return undefined
  const { enrichment } = answer
  const { history } = enrichment
  const kept = room(history, budget - (bytesOf(answer) - bytesOf(history)))
  if (kept === history.length) return undefined
  return {
    ...answer,
    enrichment: { ...enrichment, history: history.slice(history.length - kept) },
    notice: `Left out the oldest ${history.length - kept} of ${history.length} history entries to stay near 8,000 tokens. GET /v1/leads/{id} gives them all.`
  }
}
