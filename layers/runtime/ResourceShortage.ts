/** Errors for exhausted resources: file descriptors, memory, disk space. The fault is ours whatever the work was, and it is transient. */

const codes: ReadonlySet<unknown> = new Set(["EMFILE", "ENFILE", "ENOBUFS", "ENOMEM", "ENOSPC", "EDQUOT"])

interface ErrorWithCode {
  readonly code?: unknown
  readonly cause?: unknown
}

/** Levels of `cause` to search. */
const depth = 5

/** Error code of the exhausted resource; undefined for any other error. */
export const codeOf = (error: unknown): string | undefined => {
  let at = error
  for (let level = 0; level < depth && typeof at === "object" && at !== null; level++) {
    const { cause, code } = at as ErrorWithCode
    if (codes.has(code)) return String(code)
    at = cause
  }
  return undefined
}

/** Whether a DNS lookup failed because no name server was reachable, for lack of file descriptors or a network. */
export const isWithoutDns = (error: unknown): boolean =>
  typeof error === "object" &&
  error !== null &&
  "cause" in error &&
  (error.cause as ErrorWithCode | undefined)?.code === "ECONNREFUSED"
