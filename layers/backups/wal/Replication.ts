/**
 * PostgreSQL's replication protocol (its documentation, section 54.4), by node-postgres: the driver of everything else,
 * @effect/sql-pg, has no COPY. Only the embedded server, at its superuser's address, is spoken to.
 */
import { Data, Effect, Redacted, Schema } from "effect"
import type { Client, Connection, Submittable } from "pg"
import { Readable } from "node:stream"

/** The slot that keeps the log until it is shipped. */
export const slot = "wal_shipping"

/** The message is one line for the operator. */
export class ReplicationError extends Data.TaggedError("ReplicationError")<{
  readonly message: string
  /** PostgreSQL's SQLSTATE, if it was the server that refused. */
  readonly code: string | undefined
  readonly cause: unknown
}> {}

/** What node-postgres has, and its types leave out. */
declare module "pg" {
  interface Client {
    readonly processID: number
  }
  interface Connection {
    sendCopyFromChunk(chunk: Buffer): void
  }
}

const Coded = Schema.Struct({ code: Schema.String })

/** An error of node-postgres or of PostgreSQL, under what was tried. */
export const failed = (what: string) => (cause: unknown) =>
  new ReplicationError({
    message: `${what}: ${cause instanceof Error ? cause.message : String(cause)}`,
    code: Schema.is(Coded)(cause) ? cause.code : undefined,
    cause
  })

type Row = ReadonlyArray<string | null>

/**
 * A command that answers with a copy, which its reader gets chunk by chunk: the socket waits while the reader does.
 * Rows that come before and after the copy are kept by result. node-postgres calls the `handle…` methods.
 */
export class Copy extends Readable implements Submittable {
  readonly results: Array<Array<Row>> = []
  readonly #command: string
  #connection: Connection | undefined

  constructor(command: string) {
    super({ objectMode: true, highWaterMark: 64 })
    this.#command = command
    // Whoever reads gets the error, too; without a listener it would end the process.
    this.on("error", () => {})
  }

  submit(connection: Connection) {
    this.#connection = connection
    connection.query(this.#command)
  }

  override _read() {
    this.#connection?.stream.resume()
  }

  handleRowDescription() {
    this.results.push([])
  }

  handleDataRow({ fields }: { readonly fields: Row }) {
    this.results.at(-1)?.push(fields)
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }, connection: Connection) {
    // The parser uses its buffer again, so the chunk must be copied.
    if (!this.push(Buffer.from(chunk))) connection.stream.pause()
  }

  handleCommandComplete() {}

  handleReadyForQuery() {
    this.push(null)
  }

  handleError(error: Error) {
    this.destroy(error)
  }
}

/** What IDENTIFY_SYSTEM says: the cluster, its timeline, and how far its log is on disk. */
interface System {
  /** Made by initdb; a copy and a restored backup have the same one. */
  readonly systemId: string
  readonly timeline: number
  readonly flushed: string
}

export interface Replication {
  /** The rows of a command that answers with one result. */
  /** The server's process that serves this connection. */
  readonly processId: number
  readonly rows: (command: string) => Effect.Effect<ReadonlyArray<Row>, ReplicationError>
  readonly identify: Effect.Effect<System, ReplicationError>
  /** Starts a command whose answer is a copy. One at a time. */
  readonly copy: (command: string) => Copy
  /** Sends a message within a copy in both directions. */
  readonly send: (message: Uint8Array) => Effect.Effect<void>
}

/** All values as text. */
const texts = { getTypeParser: () => String }

/** Closes the socket at once: the server ends what it was doing, and drops temporary slots. */
const close = (client: Client) => Effect.sync(() => client.connection.stream.destroy())

/** A connection to the server at this address, until the scope closes. */
export const connect = Effect.fn("Replication.connect")(function* (url: Redacted.Redacted) {
  // Loaded with the first use: most services never take a physical backup.
  const { default: pg } = yield* Effect.promise(() => import("pg"))
  const settings = {
    connectionString: Redacted.value(url),
    replication: "true",
    application_name: "sales-pipeline backup",
    connectionTimeoutMillis: 5_000,
    keepAlive: true
  }
  const client = yield* Effect.acquireRelease(
    Effect.sync(() => new pg.Client(settings)),
    close
  )
  // Whatever waits for an answer gets the error, too; without a listener it would end the process.
  client.on("error", () => {})
  yield* Effect.tryPromise({
    try: () => client.connect(),
    catch: failed("The database accepts no replication connection")
  })

  const rows = (command: string) =>
    Effect.tryPromise({
      try: () => client.query<Array<string | null>>({ text: command, rowMode: "array", types: texts }),
      catch: failed(`${command.split(" ", 1)[0]} failed`)
    }).pipe(Effect.map((result) => result.rows))

  const identify = Effect.map(rows("IDENTIFY_SYSTEM"), ([row]): System => {
    const [systemId, timeline, flushed] = row ?? []
    return { systemId: String(systemId), timeline: Number(timeline), flushed: String(flushed) }
  })

  const copy = (command: string) => client.query(new Copy(command))

  const send = (message: Uint8Array) =>
    Effect.sync(() => client.connection.sendCopyFromChunk(Buffer.from(message)))
  return { processId: client.processID, rows, identify, copy, send } satisfies Replication
})
