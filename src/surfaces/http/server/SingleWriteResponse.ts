/** An answer whose body is in memory is one write to its socket: headers and body together. */
import { ServerResponse } from "node:http"

export class SingleWriteResponse extends ServerResponse {
  /**
   * The HTTP server asks Node to compare what is written with Content-Length, for which Node writes twice. A body that is
   * whole has nothing to compare: its Content-Length was counted from it. Streams are compared, since they end without a chunk.
   */
  override end(chunk?: unknown, encoding?: unknown, callback?: unknown): this {
    if (typeof chunk === "string" || chunk instanceof Uint8Array) this.strictContentLength = false
    return super.end(chunk, encoding as BufferEncoding, callback as () => void)
  }
}
