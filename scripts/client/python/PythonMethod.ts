/** Generates the Python client's method for an operation, with its arguments. */

export interface Field {
  readonly key: string
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly about: string
}

export interface Method {
  readonly name: string
  readonly http: string
  readonly path: string
  readonly placed: ReadonlyArray<Field>
  readonly fields: ReadonlyArray<Field>
  readonly headers: ReadonlyArray<Field>
  readonly answer: string
  /** The type of an item, if the operation returns pages. */
  readonly item: string | undefined
  readonly isWrite: boolean
  readonly takesIfMatch: boolean
  readonly isText: boolean
  readonly title: string
  readonly doc: string
}
