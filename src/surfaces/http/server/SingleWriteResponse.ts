/** Sends a response whose body is in memory in a single write: headers and body together. */
import { ServerResponse } from "node:http"

export class SingleWriteResponse extends ServerResponse {
  /**
   * The HTTP server makes Node check what is written against Content-Length, which costs a second write. A complete body needs no check,
   * since its Content-Length was computed from it. Streams are checked, since they may end early.
   */
  override end(chunk?: unknown, encoding?: unknown, callback?: unknown): this {
    if (typeof chunk === "string" || chunk instanceof Uint8Array) this.strictContentLength = false
    return super.end(chunk, encoding as BufferEncoding, callback as () => void)
  }
}
