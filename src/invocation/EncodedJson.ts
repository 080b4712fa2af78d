/** A JSON value and its text: each is made from the other, once, if something asks for it. */
export interface EncodedJson {
  readonly value: unknown
  readonly text: string
}

/** Classes, because an object literal with a getter costs a list answer a fifth more time. */
class OfValue implements EncodedJson {
  readonly value: unknown
  private cached: string | undefined

  constructor(value: unknown) {
    this.value = value
    this.cached = undefined
  }

  get text(): string {
    return (this.cached ??= JSON.stringify(this.value))
  }
}

class OfText implements EncodedJson {
  readonly text: string
  private cached: unknown

  constructor(text: string) {
    this.text = text
    this.cached = undefined
  }

  get value(): unknown {
    return (this.cached ??= JSON.parse(this.text))
  }
}

export const ofValue = (value: unknown): EncodedJson => new OfValue(value)

/** Of a text that was stored, or written from rows. */
export const ofText = (text: string): EncodedJson => new OfText(text)
