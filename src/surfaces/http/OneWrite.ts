/** An answer whose body is in memory is one write to its socket: headers and body together. */
import { ServerResponse } from "node:http"

/** What Node read of the headers. */
interface Counted {
  readonly _contentLength: number | null
}

export class OneWrite extends ServerResponse {
  /**
   * The HTTP server asks Node to compare what is written with Content-Length, for which Node writes twice. A body that is
   * whole has nothing to compare: its Content-Length was counted from it. Streams are compared, since they end without a chunk.
   *
   * A text of as many characters as bytes is ASCII, which Node copies to the socket without looking at each character.
   */
  override end(chunk?: unknown, encoding?: unknown, callback?: unknown): this {
    const isText = typeof chunk === "string"
    if (isText || chunk instanceof Uint8Array) this.strictContentLength = false
    const isAscii =
      isText && encoding === undefined && chunk.length === (this as unknown as Counted)._contentLength
    return super.end(chunk, (isAscii ? "latin1" : encoding) as BufferEncoding, callback as () => void)
  }
}
