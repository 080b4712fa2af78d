/** A fault, the service's promise during it, and how to cause it. */
import type { Limits } from "../rig/Times.ts"
import type { Trial } from "../rig/Trial.ts"

export interface Fault extends Limits {
  readonly name: string
  readonly promise: string
  /** Also in the short form, because it broke once. */
  readonly isShort?: boolean
  /** Why it can't be caused on this machine. */
  readonly lacks?: () => string | undefined
  readonly run: (trial: Trial) => Promise<unknown>
}
