/**
 * A connection to the database that knows how long it has waited for an answer. The driver cannot interrupt a COMMIT,
 * and waits for ever if the other end is gone. `Wires` watches these connections and ends them instead.
 */
import { performance } from "node:perf_hooks"
import { Socket } from "node:net"
import { Duplex } from "node:stream"

/** Every answer ends with ReadyForQuery: `Z`, a length of 5, and a state (PostgreSQL, section 54.7). */
const endsAnswer = (chunk: Uint8Array): boolean => {
  const at = chunk.length - 6
  return (
    at >= 0 &&
    chunk[at] === 0x5a &&
    chunk[at + 1] === 0 &&
    chunk[at + 2] === 0 &&
    chunk[at + 3] === 0 &&
    chunk[at + 4] === 5
  )
}

/** `I`: no transaction is open. */
const idle = 0x49

type Done = (error?: Error | null) => void

export class Wire extends Socket {
  /** When the first unanswered bytes were sent, or the last part of the answer arrived. Undefined while idle. */
  waitingSince: number | undefined
  /** When bytes last arrived. Milliseconds of the monotonic clock, as above. */
  heardAt = -Infinity
  readonly openedAt = performance.now()
  /** How long it may wait, in milliseconds. */
  readonly patience: number
  /** What it is for, in the metrics. */
  readonly pool: string
  /** Whether a transaction is open, as far as that can be seen. */
  inTransaction = false
  /** TLS hides where an answer ends, so any bytes count as a whole answer. */
  isEncrypted = false
  /** Whether the next answer is of several statements. */
  isTogether = false
  /** Whether more answers are waited for than the next one. */
  isShared = false

  constructor(patience: number, pool: string) {
    super()
    this.patience = patience
    this.pool = pool
    this.setNoDelay(true)
    this.setKeepAlive(true, 5_000)
  }

  // `connect` replaces `write` with Node's own; these two are called below it.
  override _write(chunk: any, encoding: BufferEncoding, done: Done) {
    this.waitingSince ??= performance.now()
    super._write(chunk, encoding, done)
  }

  override _writev(chunks: Array<{ chunk: any; encoding: BufferEncoding }>, done: Done) {
    this.waitingSince ??= performance.now()
    super._writev!(chunks, done)
  }

  override push(chunk: Uint8Array | null, encoding?: BufferEncoding): boolean {
    this.heardAt = performance.now()
    if (this.waitingSince !== undefined && chunk !== null) {
      const ends = endsAnswer(chunk)
      if (ends) this.inTransaction = chunk[chunk.length - 1] !== idle
      const isOver = !this.isShared && (this.isEncrypted || ends)
      this.waitingSince = isOver ? undefined : this.heardAt
      if (isOver) this.isTogether = false
    }
    return super.push(chunk, encoding)
  }

  /** Statements of several are sent at once: until that ends, an answer may not be the last. */
  share(isShared: boolean): void {
    this.isShared = isShared
    this.waitingSince = isShared ? performance.now() : undefined
  }
}

/** A wire for TLS, which would otherwise read and write below the methods that watch. */
export class EncryptedWire extends Duplex {
  readonly wire: Wire

  constructor(wire: Wire) {
    super()
    this.wire = wire
    wire.isEncrypted = true
    wire.on("data", (chunk) => {
      if (!this.push(chunk)) wire.pause()
    })
    wire.on("end", () => this.push(null))
    wire.on("error", (error) => this.destroy(error))
    wire.on("close", () => this.destroy())
  }

  override _read() {
    this.wire.resume()
  }

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: Done) {
    this.wire.write(chunk, done)
  }

  override _final(done: () => void) {
    this.wire.end(done)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.wire.destroy()
    done(error)
  }
}

/** The wire of a connection; undefined of one that isn't watched. */
export const wireOf = (socket: Duplex): Wire | undefined => {
  if (socket instanceof EncryptedWire) return socket.wire
  return socket instanceof Wire ? socket : undefined
}
