/** A job given to an agent: the calls that a sensible agent makes, and whether the job was done. */
import type { Agent } from "./Agent.ts"
import type { Sample } from "./Sample.ts"

export interface Job {
  readonly asks: string
  /** The most tokens the agent may read: a fifth of what the first version of the tools took, if that was dear. */
  readonly most?: number
  /** Returns what is there to check, by REST or in what the agent would answer, by what it says. */
  readonly play: (agent: Agent, sample: Sample) => Promise<Readonly<Record<string, boolean>>>
}

export interface Outcome {
  readonly violations: ReadonlyArray<string>
  readonly calls: number
  readonly failed: number
  readonly tokensRead: number
}

/** Returns the violations of a job. One refused call is allowed, because agents learn from an error. */
export const play = async (job: Job, sample: Sample): Promise<Outcome> => {
  const agent = sample.connect()
  const checks = await job
    .play(agent, sample)
    .catch((error: unknown) => ({ [`it ended: ${String(error)}`]: false }))
  const { calls, failed, tokensRead } = agent
  const all: Readonly<Record<string, boolean>> = {
    ...checks,
    [`${failed} calls failed`]: failed <= 1,
    [`${tokensRead} tokens read, ${job.most} allowed`]: tokensRead <= (job.most ?? Infinity)
  }
  return { violations: Object.keys(all).filter((what) => !all[what]), calls, failed, tokensRead }
}
