/** Length of the window in milliseconds. */
export const span = 60_000

export interface LimitBucket {
  readonly key: string
  readonly limit: number
}

export interface State {
  readonly limit: number
  readonly remaining: number
  /** Seconds until the next request is allowed, 0 to 60. */
  readonly reset: number
}

export interface Verdict {
  /** Index of the bucket that refused the request; undefined if all had room. */
  readonly refused: number | undefined
  readonly states: ReadonlyArray<State>
}

const workspace = "workspace:"

/**
 * The Redis keys of a request's buckets. A credential's key contains its workspace as a hash tag, so that a Redis cluster stores both on
 * one node. An address has only its own key.
 */
export const namesOf = (buckets: ReadonlyArray<LimitBucket>): ReadonlyArray<string> => {
  const shared = buckets.find(({ key }) => key.startsWith(workspace))
  if (shared === undefined) return buckets.map(({ key }) => key)
  const tag = `{${shared.key.slice(workspace.length)}}`
  return buckets.map((bucket) => (bucket === shared ? `${workspace}${tag}` : `${tag}:${bucket.key}`))
}

/** The share of the limits of one process that counts by itself: at least one request. */
export const partOf = (buckets: ReadonlyArray<LimitBucket>, processes: number): ReadonlyArray<LimitBucket> =>
  processes === 1
    ? buckets
    : buckets.map(({ key, limit }) => ({ key, limit: Math.max(1, Math.floor(limit / processes)) }))
