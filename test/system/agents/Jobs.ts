/** All jobs, in the order of their letters, and how one is played. */
import type { Job, Outcome } from "./Job.ts"
import { deals } from "./jobs/Deals.ts"
import { history } from "./jobs/History.ts"
import { leads } from "./jobs/Leads.ts"
import { others } from "./jobs/Others.ts"
import { reports } from "./jobs/Reports.ts"
import type { Sample } from "./Sample.ts"

export const jobs: ReadonlyArray<Job> = [...deals, ...history, ...leads, ...reports, ...others].toSorted(
  (a, b) => a.letter.localeCompare(b.letter)
)

/** At most one call may fail: agents learn from a refusal once. */
const mostFailed = 1

export const play = async (job: Job, sample: Sample): Promise<Outcome> => {
  const agent = sample.connect()
  const found = await job
    .play(agent, sample)
    .catch((error: unknown) => ({ [`it ended: ${String(error)}`]: false }))
  const { failed, read } = agent.usage
  const checks: Record<string, boolean> = {
    ...found,
    [`${failed} calls failed`]: failed <= mostFailed,
    [`${read} tokens read, ${job.most} allowed`]: read <= (job.most ?? Number.POSITIVE_INFINITY)
  }
  const undone = Object.entries(checks).flatMap(([what, holds]) => (holds ? [] : [what]))
  return { ...agent.usage, job, undone }
}
