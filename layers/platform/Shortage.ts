/**
 * What this machine or process itself is out of, whatever it was needed for: descriptors, memory, room on a disk. It
 * is nobody else's failure, and passes.
 */

const codes: ReadonlySet<unknown> = new Set(["EMFILE", "ENFILE", "ENOBUFS", "ENOMEM", "ENOSPC", "EDQUOT"])

interface Coded {
  readonly code?: unknown
  readonly cause?: unknown
}

/** An error, or what caused it, down to here. */
const depth = 5

/** The system's name of what is lacking; undefined for any other error. */
export const codeOf = (error: unknown): string | undefined => {
  let at = error
  for (let level = 0; level < depth && typeof at === "object" && at !== null; level++) {
    const { cause, code } = at as Coded
    if (codes.has(code)) return String(code)
    at = cause
  }
  return undefined
}

/** What looking a name up fails with if no name server takes the question: for want of descriptors, or of a network. */
export const isDeaf = (error: unknown): boolean =>
  typeof error === "object" &&
  error !== null &&
  "cause" in error &&
  (error.cause as Coded | undefined)?.code === "ECONNREFUSED"
