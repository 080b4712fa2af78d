/** A fault, the service's promise during it, and how to cause it. */
import type { Trial } from "./Trial.ts"

export interface Fault {
  readonly name: string
  readonly promise: string
  /** Also in the short form, because it broke once. */
  readonly isShort?: boolean
  /** Callers must get a 503 within 3 s. */
  readonly isSilent?: boolean
  /** Limits in seconds that differ from the common limits; null where full throughput never comes back. */
  readonly bars?: { readonly longest?: number; readonly back?: null }
  /** Why it can't be caused on this machine. */
  readonly lacks?: () => string | undefined
  readonly run: (trial: Trial) => Promise<unknown>
}
