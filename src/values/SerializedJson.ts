/** An answer that was written as JSON straight from rows. What it says is made as a value only if something asks for it. */
export class SerializedJson<out A> {
  readonly text: string
  readonly value: () => A

  constructor(text: string, value: () => A) {
    this.text = text
    this.value = value
  }
}

/** What an operation may answer with. */
export type Or<A> = A | SerializedJson<A>

export const valueOf = <A>(answer: Or<A>): A => (answer instanceof SerializedJson ? answer.value() : answer)
