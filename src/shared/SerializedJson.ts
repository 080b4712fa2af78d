/** A response that is built as JSON directly from rows. It is decoded to a value only on demand. */
export class SerializedJson<out A> {
  readonly text: string
  readonly value: () => A

  constructor(text: string, value: () => A) {
    this.text = text
    this.value = value
  }
}

/** The possible responses of an operation. */
export type Or<A> = A | SerializedJson<A>

export const valueOf = <A>(answer: Or<A>): A => (answer instanceof SerializedJson ? answer.value() : answer)
