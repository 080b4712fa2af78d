/** An everyday job given to an agent: the calls that a sensible agent makes, and whether the job was done. */
import type { Agent } from "./Agent.ts"
import type { Sample } from "./Sample.ts"

export interface Job {
  readonly asks: string
  /** The most tokens the agent may read: a fifth of what the first version of the tools took, if that was dear. */
  readonly most?: number
  /** Returns what is there to check, by REST or in what the agent would answer, by what it says. */
  readonly play: (agent: Agent, sample: Sample) => Promise<Readonly<Record<string, boolean>>>
}

/** Returns the violations of a job. One refused call is allowed, because agents learn from an error. */
export const play = async (job: Job, sample: Sample): Promise<ReadonlyArray<string>> => {
  const agent = sample.connect()
  const checks = await job
    .play(agent, sample)
    .catch((error: unknown) => ({ [`it ended: ${String(error)}`]: false }))
  const { failed, tokensRead } = agent
  const all: Readonly<Record<string, boolean>> = {
    ...checks,
    [`${failed} calls failed`]: failed <= 1,
    [`${tokensRead} tokens read, ${job.most} allowed`]: tokensRead <= (job.most ?? Infinity)
  }
  return Object.keys(all).filter((what) => !all[what])
}
