/** What is counted, and what a count says. */

/** The window, in milliseconds. */
export const span = 60_000

export interface Bucket {
  readonly key: string
  readonly limit: number
}

export interface State {
  readonly limit: number
  readonly remaining: number
  /** Seconds until a place comes free, 0 to 60. */
  readonly reset: number
}

export interface Verdict {
  /** The bucket that refused, by its place among those asked; undefined where all had room. */
  readonly refused: number | undefined
  readonly states: ReadonlyArray<State>
}

const workspace = "workspace:"

/**
 * What the buckets of one request are kept under. A credential's stand under its workspace, in the braces by which a
 * Redis cluster keeps them on one node; an address is counted alone and goes by its own name.
 */
export const namesOf = (buckets: ReadonlyArray<Bucket>): ReadonlyArray<string> => {
  const shared = buckets.find(({ key }) => key.startsWith(workspace))
  if (shared === undefined) return buckets.map(({ key }) => key)
  const tag = `{${shared.key.slice(workspace.length)}}`
  return buckets.map((bucket) => (bucket === shared ? `${workspace}${tag}` : `${tag}:${bucket.key}`))
}

/** The part of its limits one of several processes may let through by itself: at least one request. */
export const partOf = (buckets: ReadonlyArray<Bucket>, processes: number): ReadonlyArray<Bucket> =>
  processes === 1
    ? buckets
    : buckets.map(({ key, limit }) => ({ key, limit: Math.max(1, Math.floor(limit / processes)) }))
