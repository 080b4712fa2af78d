/** Prints results: a line for each fault as it ends, and a table at the end. */
import type { Result } from "./Run.ts"

const seconds = (value: number | undefined) => (value === undefined ? "–" : value.toFixed(1))

const verdict = ({ broken, lacks }: Result) =>
  lacks !== undefined ? "not tried" : broken.length === 0 ? "kept" : "BROKEN"

export const line = (result: Result): string => {
  const { broken, counts, exit, fault, lacks, said, seconds: took } = result
  if (lacks !== undefined) return `not tried  ${fault.name}: ${lacks}`
  const numbers = `${counts.tries} tries, ${counts.ok} ok, ${counts.shed} × 503, ${counts.failed} × other 5xx, ${counts.resets} resets, ${counts.refused} refused`
  const times = `503 after ${seconds(took?.shed)}, longest ${seconds(took?.longest)}, back ${seconds(took?.back)}, exit ${seconds(exit)} s`
  const head = `${verdict(result).padEnd(9)}  ${fault.name}: ${numbers}; ${times} (${result.took.toFixed(0)} s)`
  return [
    head,
    ...said.map((one) => `             ${one}`),
    ...broken.map((one) => `    BROKEN   ${one}`)
  ].join("\n")
}

const head = "fault|promise|before|tries|2xx|503|5xx|reset|first 503|longest|back|exit|verdict".split("|")

export const markdown = (results: ReadonlyArray<Result>): string => {
  const rows = results.map((result) => {
    const { counts, exit, fault, lacks, said, seconds: took } = result
    const figures = [counts.tries, counts.ok, counts.shed, counts.failed, counts.resets].map(String)
    const times = [took?.shed, took?.longest, took?.back, exit].map(seconds)
    const word = lacks === undefined ? [verdict(result), ...said].join("; ") : `not tried: ${lacks}`
    return [fault.name, fault.promise, fault.before, ...figures, ...times, word]
  })
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")
}
