/** A JSON value and its text. Each is made from the other, once, if something asks for it. */

/** A class, because an object literal with a getter costs a list answer a fifth more time. */
export class EncodedJson {
  private parsed: unknown
  private written: string | undefined

  private constructor(parsed: unknown, written: string | undefined) {
    this.parsed = parsed
    this.written = written
  }

  get value(): unknown {
    return (this.parsed ??= JSON.parse(this.text))
  }

  get text(): string {
    return (this.written ??= JSON.stringify(this.parsed))
  }

  static readonly ofValue = (value: unknown): EncodedJson => new EncodedJson(value, undefined)

  /** Of a text that was stored, or written from rows. */
  static readonly ofText = (text: string): EncodedJson => new EncodedJson(undefined, text)
}
