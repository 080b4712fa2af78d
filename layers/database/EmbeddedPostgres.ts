/** Runs the PostgreSQL that ships with the service, so that the first start needs no setup. */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Context, Deferred, Effect, Fiber, Layer, Redacted, Scope } from "effect"
import { join, resolve } from "node:path"
import * as DataDir from "../runtime/DataDir.ts"
import * as Loop from "../runtime/Loop.ts"
import * as OsUser from "../postgres/OsUser.ts"
import * as Binaries from "../postgres/Binaries.ts"
import * as Cluster from "../postgres/Cluster.ts"
import { EmbeddedPostgresError } from "../postgres/EmbeddedPostgresError.ts"
import * as FileLock from "../postgres/FileLock.ts"
import * as Postmaster from "../postgres/Postmaster.ts"
import * as PostgresServer from "../postgres/PostgresServer.ts"
import { BeforePostgresWork } from "../postgres/BeforePostgresWork.ts"
import { Settings } from "../settings/Settings.ts"

export { EmbeddedPostgresError }

export interface Options {
  readonly dataDir: string
  /** False only for temporary test databases. */
  readonly durable?: boolean
}

/** Whether commits must survive a crash. False for databases that are deleted afterwards. */
export const Durable = Context.Reference<boolean>("pipeline/layers/EmbeddedPostgres/Durable", {
  defaultValue: () => true
})

/** A process holds `gate` while it starts or stops the server, and shares `users` while it uses it. */
interface Locks {
  readonly gate: string
  readonly users: string
}

const withGate = (locks: Locks) => {
  const gate = FileLock.acquire(locks.gate, "exclusive")
  return <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.scoped(Effect.andThen(gate, effect))
}

const prepare = Effect.fn("EmbeddedPostgres.prepare")(function* (directory: string, durable: boolean) {
  const binaries = yield* Binaries.find()
  const osUser = yield* OsUser.resolve(join(directory, ".."), directory, binaries)
  const password = yield* Cluster.ensure(directory, binaries, osUser, durable)
  const site: PostgresServer.Site = { directory, log: `${directory}.log`, binaries, osUser, durable }
  return { site, password }
})

/** Stops the server unless another process uses it. None can start using it while the gate is held. */
const leave = Effect.fn("EmbeddedPostgres.leave")(function* (site: PostgresServer.Site, locks: Locks) {
  if (yield* FileLock.isFree(locks.users)) yield* PostgresServer.stop(site)
})

/** Restarts the server on the same port if it stops while the service runs. */
const watch = (site: PostgresServer.Site, locks: Locks, port: number) => {
  let isGone = false
  return Loop.forever(
    "Watching PostgreSQL",
    () =>
      Effect.gen(function* () {
        if (yield* Postmaster.find(site.directory)) return
        if (!isGone) {
          yield* Effect.logWarning(
            `PostgreSQL has stopped (${yield* PostgresServer.causeOfDeath(site)}): starting it again`
          )
        }
        isGone = true
        yield* withGate(locks)(PostgresServer.adoptOrStart(site, port))
        isGone = false
      }),
    { every: "1 second" }
  )
}

const oneLine = (directory: string) => (error: { readonly message: string }) =>
  error instanceof EmbeddedPostgresError || error instanceof DataDir.DataDirError
    ? error
    : new EmbeddedPostgresError({
        message: `The embedded PostgreSQL under ${directory} cannot be used: ${error.message}`,
        cause: error
      })

/** Runs a server until the scope closes, shared with other processes on the same directory. */
export const make = Effect.fn("EmbeddedPostgres.make")(
  function* ({ dataDir, durable = true }: Options) {
    const directory = join(resolve(dataDir), "postgres")
    const locks = { gate: `${directory}.lock`, users: `${directory}.users` }
    yield* DataDir.make(resolve(dataDir))
    const started: { site?: PostgresServer.Site } = {}
    yield* Effect.addFinalizer(() =>
      started.site ? Effect.ignore(withGate(locks)(leave(started.site, locks)), { log: "Warn" }) : Effect.void
    )
    const scope = yield* Effect.scope
    const { site, port, password } = yield* withGate(locks)(
      Effect.gen(function* () {
        const { site, password } = yield* prepare(directory, durable)
        yield* Effect.provideService(FileLock.acquire(locks.users, "shared"), Scope.Scope, scope)
        started.site = site
        const { port } = yield* PostgresServer.adoptOrStart(site)
        return { site, port, password }
      })
    )
    yield* Effect.forkScoped(watch(site, locks, port))
    const url = `postgres://postgres:${Redacted.value(password)}@127.0.0.1:${port}/postgres`
    return { url: Redacted.make(url), port, directory }
  },
  (effect, { dataDir }) =>
    Effect.provide(Effect.mapError(effect, oneLine(resolve(dataDir, "postgres"))), NodeFileSystem.layer)
)

/** A server that may not be ready yet. Closing the scope cancels the start or stops the server. */
const begin = Effect.fnUntraced(function* (options: Options) {
  const working = yield* Deferred.make<void>()
  const markWorking = () => Deferred.doneUnsafe(working, Effect.void)
  const scope = yield* Scope.make()
  const starting = yield* make(options).pipe(
    Effect.provideService(BeforePostgresWork, markWorking),
    Scope.provide(scope),
    Effect.ensuring(Effect.sync(markWorking)),
    Effect.forkDetach
  )
  yield* Effect.addFinalizer((exit) => Effect.andThen(Fiber.interrupt(starting), Scope.close(scope, exit)))
  yield* Deferred.await(working)
  // Yields so that PostgreSQL is spawned before this process gets busy.
  yield* Effect.yieldNow
  return { ready: Fiber.join(starting) }
})

/** The starting server; `ready` is its address, including the password. */
export class EmbeddedPostgres extends Context.Service<
  EmbeddedPostgres,
  Effect.Success<ReturnType<typeof begin>>
>()("pipeline/layers/EmbeddedPostgres") {
  static readonly make = make
  static readonly layer = Layer.effect(
    EmbeddedPostgres,
    Effect.gen(function* () {
      const { dataDir } = yield* Settings
      return yield* begin({ dataDir, durable: yield* Durable })
    })
  )
}
