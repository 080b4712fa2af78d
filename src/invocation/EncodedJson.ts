/** A JSON value and its text: each is made from the other, once, if something asks for it. */

export interface Encoded {
  readonly value: unknown
  readonly text: string
}

/** Classes, because an object literal with a getter costs a list answer a fifth more time. */
class Fresh implements Encoded {
  readonly value: unknown
  private made: string | undefined

  constructor(value: unknown) {
    this.value = value
    this.made = undefined
  }

  get text(): string {
    return (this.made ??= JSON.stringify(this.value))
  }
}

class Read implements Encoded {
  readonly text: string
  private parsed: unknown

  constructor(text: string) {
    this.text = text
    this.parsed = undefined
  }

  get value(): unknown {
    return (this.parsed ??= JSON.parse(this.text))
  }
}

/** From a value that was just made. */
export const of = (value: unknown): Encoded => new Fresh(value)

/** From a text that was stored, or written from rows. */
export const read = (text: string): Encoded => new Read(text)
