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

class Stored implements Encoded {
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

/** Its value is made if a surface asks for it: REST doesn't. */
class Direct implements Encoded {
  readonly text: string
  private readonly make: () => unknown
  private made: unknown

  constructor(text: string, make: () => unknown) {
    this.text = text
    this.make = make
    this.made = undefined
  }

  get value(): unknown {
    return (this.made ??= this.make())
  }
}

/** From a text that was just written, and what makes its value. */
export const written = (text: string, value: () => unknown): Encoded => new Direct(text, value)

/** From a value that was just made. */
export const of = (value: unknown): Encoded => new Fresh(value)

/** From a text that was stored. */
export const read = (text: string): Encoded => new Stored(text)
