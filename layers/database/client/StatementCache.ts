/**
 * Caches compiled SQL text by statement shape, so that statements that differ only in parameter values share it. Reusing the same string
 * object also avoids hashing it again in later lookups.
 */
import { Statement } from "effect/sql"

type Compiled = readonly [text: string, parameters: ReadonlyArray<unknown>]

/** Whether a helper has only these properties. A helper that also returns columns has others and isn't cached. */
const hasOnly = (segment: Statement.Segment, ...names: ReadonlyArray<string>): boolean =>
  Object.entries(segment).every(([name, value]) => value === undefined || names.includes(name))

/** A node of a trie over segments: the path is a common prefix, and each key leads to a continuation. */
interface Place {
  /** The first continuation, which needs no lookup in `next`. */
  key: unknown
  place: Place | undefined
  next: Map<unknown, Place> | undefined
  text: string | undefined
}

const place = (): Place => ({ key: undefined, place: undefined, next: undefined, text: undefined })

/** Maximum segments of a cached statement, and of trie nodes. Beyond that, statements are compiled each time. */
const limits = { segments: 512, places: 20_000 }

/** Symbols for segments other than text, so that no text can equal them. */
const [parameter, identifier, list, inserted, updated] = Array.from({ length: 5 }, () => Symbol("segment"))

/** Flattens a concatenated string. */
const flat = (text: string) => {
  const copy = Buffer.from(text).toString()
  return copy === text ? copy : text
}

/** A compiler with a cache. The wrapped compiler must not transform names or JSON. */
export const caching = (compiler: Statement.Compiler): Statement.Compiler => {
  let root = place()
  let places = 0

  const step = (at: Place, key: unknown): Place => {
    if (at.key === key && at.place !== undefined) return at.place
    const known = at.next?.get(key)
    if (known !== undefined) return known
    const made = place()
    places += 1
    if (at.place === undefined) {
      at.key = key
      at.place = made
    } else {
      at.next ??= new Map()
      at.next.set(key, made)
    }
    return made
  }

  /** The value that a helper binds. */
  const valueOf = (value: unknown): unknown => {
    if (value === undefined) return null
    if (typeof value !== "object" || value === null || !Statement.isFragment(value)) return value
    const [head] = value.segments
    if (head?._tag === "Custom") throw new Error("A custom fragment can't be a value of a record")
    return head?._tag === "Parameter" ? head.value : null
  }

  const named = (from: Place, keys: ReadonlyArray<string>) => {
    let at = from
    for (const key of keys) at = step(at, key)
    return at
  }

  /** Follows a segment and appends its parameters to `values`. Returns undefined if it can't be cached. */
  const follow = (at: Place, segment: Statement.Segment, values: Array<unknown>): Place | undefined => {
    switch (segment._tag) {
      case "Literal": {
        if (segment.params !== undefined) values.push(...segment.params)
        return step(at, segment.value)
      }
      case "Parameter": {
        values.push(segment.value)
        return step(at, parameter)
      }
      case "Identifier": {
        return step(step(at, identifier), segment.value)
      }
      case "ArrayHelper": {
        const { length } = segment.value
        if (length === 0 || length > limits.segments) return undefined
        values.push(...segment.value)
        return step(step(at, list), length)
      }
      case "RecordInsertHelper": {
        const keys = Object.keys(segment.value[0])
        const rows = segment.value
        if (keys.length * rows.length > limits.segments || !hasOnly(segment, "value")) return undefined
        for (const row of rows) for (const key of keys) values.push(valueOf(row[key]))
        return step(named(step(at, inserted), keys), rows.length)
      }
      case "RecordUpdateHelperSingle": {
        const { omit, value } = segment
        if (!hasOnly(segment, "value", "omit")) return undefined
        const keys = Object.keys(value).filter((key) => !omit.includes(key))
        for (const key of keys) values.push(valueOf(value[key]))
        return step(named(step(at, updated), keys), keys.length)
      }
      default: {
        return undefined
      }
    }
  }

  const compile = (statement: Statement.Fragment, withoutTransform: boolean): Compiled => {
    const plain = () => compiler.compile(statement, withoutTransform)
    const { segments } = statement
    if (segments.length > limits.segments) return plain()
    if (places > limits.places) {
      root = place()
      places = 0
    }
    const values: Array<unknown> = []
    let at: Place | undefined = root
    for (const segment of segments) {
      at = follow(at, segment, values)
      if (at === undefined) return plain()
    }
    at.text ??= flat(plain()[0])
    return [at.text, values]
  }
  const cached: Statement.Compiler = {
    dialect: compiler.dialect,
    compile,
    get withoutTransform() {
      return cached
    }
  }
  return cached
}
