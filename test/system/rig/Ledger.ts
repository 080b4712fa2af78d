/** Records requests and answers, so that every acknowledged write can be looked up afterwards. */
import type { Answered } from "./Http.ts"

export type Kind =
  | "create"
  | "bare"
  | "capped"
  | "move"
  | "patch"
  | "note"
  | "lead"
  | "stages"
  | "get"
  | "list"
  | "me"

/** A request of a client, with all its attempts. */
export interface Op {
  readonly kind: Kind
  /** A unique text within the written data. */
  readonly mark: string
  readonly method: string
  readonly path: string
  readonly token: string
  readonly body?: object
  readonly key?: string
  readonly tries: Array<Answered>
}

export const isDone = ({ status }: Answered): boolean => status !== undefined && status < 300

/** The answer that acknowledges the write. */
export const acknowledgement = ({ tries }: Op): Answered | undefined => tries.find(isDone)

const codeOf = (text: string): string | undefined => /"code":\s*"(\w+)"/u.exec(text)?.[1]

/** Whether the same request may get another answer when sent again. */
export const isUnsettled = ({ status, text }: Answered): boolean =>
  status === undefined || status >= 500 || codeOf(text) === "idempotency_in_progress"

export class Ledger {
  readonly ops: Array<Op> = []

  of(...kinds: ReadonlyArray<Kind>): ReadonlyArray<Op> {
    return this.ops.filter(({ kind }) => kinds.includes(kind))
  }

  acknowledged(...kinds: ReadonlyArray<Kind>): ReadonlyArray<Op & { readonly answer: any }> {
    return this.of(...kinds).flatMap((op) => {
      const found = acknowledgement(op)
      return found === undefined ? [] : [{ ...op, answer: JSON.parse(found.text) }]
    })
  }

  /** Requests of which a try got anything but what it asked for; that a plan is full is an answer, too. */
  get failed(): ReadonlyArray<Op> {
    const isAnswer = (one: Answered) => isDone(one) || codeOf(one.text) === "plan_limit_exceeded"
    return this.ops.filter(({ tries }) => !tries.every(isAnswer))
  }

  get tries(): ReadonlyArray<Answered> {
    return this.ops.flatMap(({ tries }) => tries)
  }
}
