/** Reads a file of any size line by line, in bounded memory. */
import { Data, Effect, type FileSystem, Option } from "effect"
import { maxLineLength } from "./Format.ts"

const chunkSize = 256 * 1_024

/** The line at which a file can't be read further, and why. */
export class Unreadable extends Data.TaggedError("Unreadable")<{
  readonly line: number
  readonly message: string
}> {}

export interface Line {
  /** Counted from 1. */
  readonly number: number
  readonly text: string
  /** Includes the line feed. */
  readonly bytes: Uint8Array
}

const feed = 0x0a

const tooLong = `is longer than ${maxLineLength} bytes, which no line of an export is`

/** Returns the lines completed by the next chunk, in order; an empty list means the end of the file. */
export const reader = (file: FileSystem.File) => {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
  let begun: Array<Uint8Array> = []
  let size = 0
  let number = 0

  const unreadable = (message: string) => new Unreadable({ line: number + 1, message })

  const lineOf = (end: Uint8Array) => {
    const bytes = begun.length === 0 ? end : Buffer.concat([...begun, end])
    begun = []
    size = 0
    return Effect.try({
      try: (): Line => ({ number: number + 1, text: decoder.decode(bytes.subarray(0, -1)), bytes }),
      catch: () => unreadable("is not UTF-8")
    }).pipe(Effect.tap(() => Effect.sync(() => (number += 1))))
  }

  return Effect.gen(function* () {
    const lines: Array<Line> = []
    while (lines.length === 0) {
      const read = yield* Effect.orDie(file.readAlloc(chunkSize))
      if (Option.isNone(read)) {
        if (size > 0) return yield* unreadable("is cut off: the file is not whole")
        return lines
      }
      let rest = read.value
      for (let at = rest.indexOf(feed); at >= 0; at = rest.indexOf(feed)) {
        if (size + at > maxLineLength) return yield* unreadable(tooLong)
        lines.push(yield* lineOf(rest.subarray(0, at + 1)))
        rest = rest.subarray(at + 1)
      }
      if (rest.length > 0) begun.push(rest)
      size += rest.length
      if (size > maxLineLength) return yield* unreadable(tooLong)
    }
    return lines
  })
}
