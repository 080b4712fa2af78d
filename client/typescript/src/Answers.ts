/** Stores a response's headers and status for as long as the returned value exists. */

export interface Answer {
  readonly status: number
  /** The request id, for undo and bug reports. */
  readonly requestId: string
  /** Whether it is the stored response of the idempotency key, so that nothing was done this time. */
  readonly replayed: boolean
  /** A warning: the write succeeded, but may not have had the intended effect. */
  readonly warning: string | undefined
  readonly headers: Headers
}

const answers = new WeakMap<object, Answer>()

export const keep = <A>(value: A, { headers, status }: Response): A => {
  if (typeof value !== "object" || value === null) return value
  answers.set(value, {
    status,
    headers,
    requestId: headers.get("service-request-id") ?? "",
    replayed: headers.get("idempotent-replayed") === "true",
    warning: headers.get("service-warning") ?? undefined
  })
  return value
}

/** The response of a value that a call returned. A copy or a part of the value has none. */
export const answerOf = (value: object): Answer => {
  const answer = answers.get(value)
  if (answer === undefined)
    throw new TypeError("answerOf takes what a call of a client returned, not a copy or a part of it.")
  return answer
}
