/** What came with an answer beside its body, kept for as long as the value is. */

export interface Answer {
  readonly status: number
  /** Undo takes it, and a report of a bug quotes it. */
  readonly requestId: string
  /** Whether it is the stored answer of the idempotency key: nothing was done this time. */
  readonly replayed: boolean
  /** A warning: the write succeeded, but may not have had the intended effect. */
  readonly warning: string | undefined
  readonly headers: Headers
}

const kept = new WeakMap<object, Answer>()

export const keep = <A>(value: A, { headers, status }: Response): A => {
  if (typeof value !== "object" || value === null) return value
  kept.set(value, {
    status,
    headers,
    requestId: headers.get("service-request-id") ?? "",
    replayed: headers.get("idempotent-replayed") === "true",
    warning: headers.get("service-warning") ?? undefined
  })
  return value
}

/** What came with a value that a call returned: the value itself, not a copy or a part of it. */
export const answerOf = (value: object): Answer => {
  const answer = kept.get(value)
  if (answer === undefined)
    throw new TypeError("answerOf takes what a call of a client returned, not a copy or a part of it.")
  return answer
}
