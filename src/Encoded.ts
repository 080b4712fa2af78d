/** A JSON value and its text: each is made of the other, once, where somebody asks for it. */

export interface Encoded {
  readonly value: unknown
  readonly text: string
}

/** A value that was just made. */
export const of = (value: unknown): Encoded => {
  let text: string | undefined
  return {
    value,
    get text() {
      return (text ??= JSON.stringify(value))
    }
  }
}

/** A text that was kept. */
export const read = (text: string): Encoded => {
  let parsed: { readonly value: unknown } | undefined
  return {
    text,
    get value() {
      return (parsed ??= { value: JSON.parse(text) as unknown }).value
    }
  }
}
