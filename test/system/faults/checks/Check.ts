/** A condition that must hold after a fault. */
import type { Trial } from "../Trial.ts"

export interface Check {
  readonly name: string
  /** The violations; empty if all is well. */
  readonly run: (trial: Trial) => Promise<ReadonlyArray<string>>
}
