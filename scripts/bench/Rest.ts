/** Measures what memory the service keeps of a load: idle, right after so many answers, and after a minute's rest. */
import { setTimeout } from "node:timers/promises"
import * as Drive from "./Drive.ts"
import { scenarios, type Subject } from "./Scenarios.ts"
import type { Server } from "./Server.ts"
import * as Table from "./Table.ts"
import * as Usage from "./Usage.ts"

/** Milliseconds in which an idle process gives back what it can, and those of the rest. */
const settling = 25_000
const resting = 60_000

export const measure = async (
  { pid, url }: Server,
  subject: Subject,
  { answers, connections }: { readonly answers: number; readonly connections: number }
) => {
  await setTimeout(settling)
  const idle = Usage.memory(pid)
  const next = scenarios["mixed"]!(subject)
  let given = 0
  let most = 0
  while (given < answers) {
    given += (await Drive.drive({ url, connections, seconds: 5, next })).requests
    most = Math.max(most, Usage.memory(pid))
  }
  await setTimeout(resting)
  const mib = (value: number) => value.toFixed(0)
  return Table.of([
    ["answers", "idle, MiB", "under load, at most", "after a minute's rest"],
    [String(given), mib(idle), mib(most), mib(Usage.memory(pid))]
  ])
}
