/** Reads a stream of bytes in pieces of requested sizes. */
import { Effect, Pull, Stream } from "effect"

/** The reader is valid until the scope closes. */
export const make = Effect.fnUntraced(function* <E, R>(stream: Stream.Stream<Uint8Array, E, R>) {
  const pull = yield* Stream.toPull(stream)
  let waiting: ReadonlyArray<Uint8Array> = []
  let isOver = false

  const fill = pull.pipe(
    Effect.map((chunks) => {
      waiting = chunks
    }),
    Pull.catchDone(() =>
      Effect.sync(() => {
        isOver = true
      })
    )
  )

  /** The next bytes, at most `most`; empty at the end. */
  const some = Effect.fnUntraced(function* (most: number) {
    while (waiting.length === 0 && !isOver) yield* fill
    const [first, ...others] = waiting
    if (first === undefined) return new Uint8Array()
    if (first.length <= most) {
      waiting = others
      return first
    }
    waiting = [first.subarray(most), ...others]
    return first.subarray(0, most)
  })

  /** The next `size` bytes, or fewer at the end. They are buffered, so use small sizes. */
  const exactly = Effect.fnUntraced(function* (size: number) {
    const found: Array<Uint8Array> = []
    for (let left = size; left > 0;) {
      const piece = yield* some(left)
      if (piece.length === 0) break
      found.push(piece)
      left -= piece.length
    }
    return Buffer.concat(found)
  })

  return { some, exactly }
})
