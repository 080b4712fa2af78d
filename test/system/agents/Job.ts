/** An everyday job given to an agent: the calls that a sensible agent makes, and whether the job was done. */
import type { Agent, Usage } from "./Agent.ts"
import type { Sample } from "./Sample.ts"

/** What it took the tools of an earlier version. */
export interface Before extends Usage {
  readonly done: "yes" | "half" | "no" | "wrong"
}

export interface Job {
  readonly letter: string
  readonly asks: string
  readonly before: Before
  /** The most tokens the agent may read: a fifth of before, if that was dear. */
  readonly most?: number
  /**
   * Plays the job; `next` opens a new session, which knows nothing of the one before. Returns what is there to check,
   * by REST or in what the agent would answer, by what it says.
   */
  readonly play: (agent: Agent, sample: Sample) => Promise<Readonly<Record<string, boolean>>>
}

export interface Outcome extends Usage {
  readonly job: Job
  /** What did not hold. */
  readonly undone: ReadonlyArray<string>
}
