/** One thing that must hold once a fault is over. */
import type { Trial } from "../Trial.ts"

export interface Check {
  readonly name: string
  /** What does not hold; nothing if all is well. */
  readonly run: (trial: Trial) => Promise<ReadonlyArray<string>>
}
