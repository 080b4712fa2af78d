/** A fault, the service's promise during it, and how to cause it. */
import type { Trial } from "./Trial.ts"

export interface Fault {
  readonly name: string
  readonly promise: string
  /** The measurement before the service was fixed, for the table. */
  readonly before: string
  /** Also in the short form, because it broke once. */
  readonly isShort?: boolean
  /** Callers must get a 503 within 3 s. */
  readonly isSilent?: boolean
  /** Limits in seconds that differ from the common limits; null for a limit that does not apply. */
  readonly bars?: { readonly longest?: number | null; readonly back?: number | null }
  /** Why it can't be caused on this machine. */
  readonly lacks?: () => string | undefined
  readonly run: (trial: Trial) => Promise<unknown>
}
