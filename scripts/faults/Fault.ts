/** One thing that goes wrong, what is promised all the same, and how it is made to happen. */
import type { Trial } from "./Trial.ts"

export interface Fault {
  readonly name: string
  readonly promise: string
  /** What was measured before any of it was mended, for the table. */
  readonly before: string
  /** Runs in the short form too: it broke once. */
  readonly isShort?: boolean
  /** Callers are to be told by 503 within 3 s. */
  readonly isSilent?: boolean
  /** Seconds other than the common bars; null where one says nothing. */
  readonly bars?: { readonly longest?: number | null; readonly back?: number | null }
  /** Why it can't be made to happen on this machine. */
  readonly lacks?: () => string | undefined
  readonly run: (trial: Trial) => Promise<unknown>
}
