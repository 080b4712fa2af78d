/**
 * Resources this machine or process has run out of: descriptors, memory, disk space. Such a failure is ours, whatever
 * the work was, and it passes.
 */

const codes: ReadonlySet<unknown> = new Set(["EMFILE", "ENFILE", "ENOBUFS", "ENOMEM", "ENOSPC", "EDQUOT"])

interface Coded {
  readonly code?: unknown
  readonly cause?: unknown
}

/** How many levels of `cause` to search. */
const depth = 5

/** The system's error code for the shortage; undefined for any other error. */
export const codeOf = (error: unknown): string | undefined => {
  let at = error
  for (let level = 0; level < depth && typeof at === "object" && at !== null; level++) {
    const { cause, code } = at as Coded
    if (codes.has(code)) return String(code)
    at = cause
  }
  return undefined
}

/** A DNS lookup failed because no name server could be asked: for lack of descriptors, or of a network. */
export const isWithoutDns = (error: unknown): boolean =>
  typeof error === "object" &&
  error !== null &&
  "cause" in error &&
  (error.cause as Coded | undefined)?.code === "ECONNREFUSED"
