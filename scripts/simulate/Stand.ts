/** A service on a database filled with workspaces, and what both spend under a load. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Database } from "../../layers/platform/database/Database.ts"
import * as TestServer from "../../test/support/server/TestServer.ts"
import * as Drive from "../bench/Drive.ts"
import * as Server from "../bench/Server.ts"
import * as Site from "../bench/Site.ts"
import { sleep, until } from "../bench/webhooks/Site.ts"
import type { Work } from "./Inputs.ts"
import * as Meter from "./Meter.ts"
import * as Tenancy from "./Tenancy.ts"

export interface Stand {
  readonly places: ReadonlyArray<Tenancy.Place>
  readonly server: Server.Server
  /** Bytes of the database: migrated, with workspaces, and with their deals. */
  readonly bytes: { readonly empty: number; readonly furnished: number; readonly filled: number }
  readonly inside: <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) => Promise<A>
  /** Milliseconds of processor time a second that the service spends without a request. */
  readonly idle: Work
  /** Milliseconds of processor time that one run of every job takes for a workspace. */
  readonly jobs: Work
  /** The servers' first processes, the one that the service is connected to first. */
  readonly postmasters: ReadonlyArray<number>
}

export const size = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ bytes: number }>`SELECT pg_database_size(current_database())::float8 AS bytes`
).pipe(Effect.map(([row]) => row!.bytes))

export interface Where {
  /** A server's address; the embedded one unless given. */
  readonly database: string | undefined
  readonly postmasters: ReadonlyArray<number>
  /** The database is there and empty: migrate it, fill it, and leave it. */
  readonly given: boolean
}

/** Lasts as long as the scope. */
export const open = Effect.fnUntraced(function* (where: Where, plan: Tenancy.Plan) {
  const site = yield* Site.make(undefined, where.database)
  const name = "pipeline_simulate"
  const url = where.given ? site.url : TestServer.withDatabase(site.url, name)
  if (!where.given) {
    yield* TestServer.administer(site.url, Effect.andThen(TestServer.drop(name), TestServer.create(name)))
    yield* Effect.addFinalizer(() => Effect.ignore(TestServer.administer(site.url, TestServer.drop(name))))
  }
  const ground = Layer.provideMerge(Database.unhurried, Site.repositories(url, site.directory))
  const inside = <A, E>(effect: Effect.Effect<A, E, any>) =>
    Effect.runPromise(Effect.provide(effect, ground) as Effect.Effect<A, E>)
  const { bytes, places } = yield* Effect.promise(() =>
    inside(
      Effect.gen(function* () {
        const empty = yield* size
        let furnished = empty
        const between = Effect.map(size, (bytes) => (furnished = bytes))
        const places = yield* Tenancy.fill(plan, between as Effect.Effect<number>)
        return { places, bytes: { empty, furnished, filled: yield* size } }
      })
    )
  )
  const server = yield* Server.service(site, { url }, {}, { OUTBOUND_ALLOW_PRIVATE: "true" })
  const postmasters = site.postmaster === undefined ? where.postmasters : [site.postmaster]
  const began = spending(server.pid, postmasters)
  const { idle, start } = yield* Effect.promise(async () => {
    // Every job that is overdue runs after the first start.
    const isQuiet = await until(async () => (await inside(running)) === 0, 600)
    if (!isQuiet) throw new Error("The jobs of the first start did not end")
    const start = began(1)
    const spent = spending(server.pid, postmasters)
    await sleep(idleSeconds * 1000)
    return { start, idle: spent(idleSeconds) }
  })
  const each = (total: number) => total / plan.workspaces
  const jobs = { service: each(start.service), thread: each(start.thread), database: each(start.database) }
  return { places, server, bytes, inside, postmasters, idle, jobs } satisfies Stand
})

const idleSeconds = 20

/** Jobs that run; one, if none has yet. */
const running = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ count: number }>`SELECT CASE WHEN count(*) = 0 THEN 1
    ELSE count(*) FILTER (WHERE finished_at IS NULL) END::int AS count FROM job_runs`
).pipe(Effect.map(([row]) => row!.count))

/** What the service and its database spend from now on, divided by `count`; `idle` is taken off. */
export const spending = (pid: number, postmasters: ReadonlyArray<number>, idle?: Work) => {
  const began = performance.now()
  const service = Meter.begin(Meter.process(pid))
  const nodes = postmasters.map((node) => Meter.begin(Meter.tree(node)))
  return (count: number) => {
    const seconds = (performance.now() - began) / 1000
    const [used, databases] = [service(), nodes.map((node) => node())]
    const each = (total: number, of: keyof Work) =>
      Math.max(0, total - (idle === undefined ? 0 : idle[of] * seconds)) / count
    const run = databases.reduce((total, node) => total + node.run, 0)
    return {
      service: each(used.cpu, "service"),
      thread: each(used.run, "thread"),
      database: each(
        databases.reduce((total, node) => total + node.cpu, 0),
        "database"
      ),
      /** Of the node that the service is connected to; null if there is one node. */
      coordinator: databases.length > 1 ? databases[0]!.cpu / count : null,
      stretch: {
        service: used.stretch,
        database: run === 0 ? 1 : databases.reduce((total, node) => total + node.stretch * node.run, 0) / run
      }
    }
  }
}

/** Milliseconds per request. */
export interface Figures extends Drive.Outcome, Omit<ReturnType<ReturnType<typeof spending>>, "stretch"> {
  readonly generator: number
  readonly stretch: { readonly service: number; readonly database: number; readonly generator: number }
}

/** Drives the service, and says what each request cost. */
export const drive = async (
  { idle, postmasters, server }: Stand,
  connections: number,
  seconds: number,
  next: () => Drive.Request
): Promise<Figures> => {
  const spent = spending(server.pid, postmasters, idle)
  const own = Meter.begin(Meter.process(process.pid))
  const outcome = await Drive.drive({ url: server.url, connections, seconds, next })
  const [{ stretch, ...used }, generator] = [spent(outcome.requests), own()]
  return {
    ...outcome,
    ...used,
    generator: generator.run / outcome.requests,
    stretch: { ...stretch, generator: generator.stretch }
  }
}
