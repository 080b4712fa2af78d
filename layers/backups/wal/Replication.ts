/**
 * PostgreSQL's replication protocol (section 54.4 of its documentation) over node-postgres, because @effect/sql-pg doesn't support COPY. It
 * only connects to the embedded server as superuser.
 */
import { Data, Effect, Redacted, Schema } from "effect"
import type { Client, Connection, Submittable } from "pg"
import { Readable } from "node:stream"

/** Replication slot that retains WAL until it is shipped. */
export const slot = "wal_shipping"

/** The message is one line for the operator. */
export class ReplicationError extends Data.TaggedError("ReplicationError")<{
  readonly message: string
  /** SQLSTATE of an error that the server returned. */
  readonly code: string | undefined
  readonly cause: unknown
}> {}

/** Members of node-postgres that its types omit. */
declare module "pg" {
  interface Client {
    readonly processID: number
  }
  interface Connection {
    sendCopyFromChunk(chunk: Buffer): void
  }
}

const Coded = Schema.Struct({ code: Schema.String })

/** Wraps an error of node-postgres or PostgreSQL with the failed operation. */
export const failed = (what: string) => (cause: unknown) =>
  new ReplicationError({
    message: `${what}: ${cause instanceof Error ? cause.message : String(cause)}`,
    code: Schema.is(Coded)(cause) ? cause.code : undefined,
    cause
  })

type Row = ReadonlyArray<string | null>

/**
 * A command that returns a COPY stream. The socket is paused while its reader is. Rows before and after the copy are collected per result.
 * node-postgres calls the `handle…` methods.
 */
export class Copy extends Readable implements Submittable {
  readonly results: Array<Array<Row>> = []
  readonly #command: string
  #connection: Connection | undefined

  constructor(command: string) {
    super({ objectMode: true, highWaterMark: 64 })
    this.#command = command
    // The reader gets the error too. Without a listener, the process would exit.
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

/** The result of IDENTIFY_SYSTEM: the cluster, its timeline, and its flushed WAL position. */
interface System {
  /** Set by initdb; copies and restored backups share it. */
  readonly systemId: string
  readonly timeline: number
  readonly flushed: string
}

export interface Replication {
  /** Process ID of the server's backend for this connection. */
  readonly processId: number
  /** Runs a command that returns one result, and returns its rows. */
  readonly rows: (command: string) => Effect.Effect<ReadonlyArray<Row>, ReplicationError>
  readonly identify: Effect.Effect<System, ReplicationError>
  /** Starts a command that returns a copy. Only one can run at a time. */
  readonly copy: (command: string) => Copy
  /** Sends a message within a bidirectional copy. */
  readonly send: (message: Uint8Array) => Effect.Effect<void>
}

/** Returns all values as text. */
const texts = { getTypeParser: () => String }

/** Closes the socket immediately. The server then cancels the command and drops temporary slots. */
const close = (client: Client) => Effect.sync(() => client.connection.stream.destroy())

/** Opens a connection that lasts until the scope closes. */
export const connect = Effect.fn("Replication.connect")(function* (url: Redacted.Redacted) {
  // Loaded on first use, because most services never take a physical backup.
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
  // Pending requests get the error too. Without a listener, the process would exit.
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
