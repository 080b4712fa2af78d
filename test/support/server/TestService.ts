/** The whole service in this process, on a fresh database and a free port, and a client of it. */
import { ConfigProvider, Context, Effect, Layer, Logger, References, type Scope } from "effect"
import { HttpServer } from "effect/http"
import { NodeServices } from "@effect/platform-node"
import { ApiKeys } from "../../../layers/identity/ApiKeys.ts"
import { Settings } from "../../../layers/settings/Settings.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import { type CreatedWorkspace, Workspaces } from "../../../layers/identity/Workspaces.ts"
import type { WorkspaceId } from "../../../schema/Id.ts"
import type { Plan } from "../../../schema/Me.ts"
import type { Role } from "../../../schema/Scope.ts"
import { makeBalancer } from "../../system/rig/Balancer.ts"
import { freePort } from "../../system/rig/Service.ts"
import * as App from "../../../src/service/App.ts"
import { layer as server } from "../../../src/surfaces/http/server/Server.ts"
import * as Guard from "./Guard.ts"
import * as Process from "./Process.ts"
import { TestDatabase } from "../database/TestDatabase.ts"
import { temporaryDirectory } from "./TestServer.ts"

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body; undefined if there is none. */
  readonly body: any
}

type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>
) => Promise<Answer>

/** A workspace, and requests sent with its first key. */
export interface Client extends CreatedWorkspace {
  readonly send: Send
  readonly as: (token: string) => Send
}

const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === "string" || body instanceof Uint8Array

export const sender =
  (base: string, token: string | undefined): Send =>
  async (method, path, body, headers = {}) => {
    const response = await fetch(base + path, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers
      },
      ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) })
    })
    const text = await response.text()
    const json = response.headers.get("content-type")?.startsWith("application/json") === true && text !== ""
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: json ? JSON.parse(text) : undefined
    }
  }

const plain = {
  // Nodes on one database share its encryption key.
  ENCRYPTION_KEY: "5".repeat(64),
  RATE_LIMIT_PER_KEY: "1000000",
  RATE_LIMIT_PER_WORKSPACE: "1000000",
  RATE_LIMIT_PER_ADDRESS: "1000000"
}

interface Options {
  readonly database?: typeof TestDatabase.layer
  readonly overrides?: Layer.Layer<never>
  /** `App.served` leaves the jobs out, so that a test may move the clock by days. */
  readonly serving?: typeof App.serving | typeof App.served
  /** Receives the service's logs. */
  readonly logs?: Layer.Layer<never>
  /** So many nodes on the database; each request goes to the next. One, or TEST_NODES. */
  readonly nodes?: number
  /** Whether requests are traced, and so go through the router. */
  readonly isTraced?: boolean
}

/** The nodes of a service, and the balancer that they are reached by if there are several. */
class Front extends Context.Service<
  Front,
  { readonly url: string | undefined; readonly nodes: Array<string> }
>()("pipeline/test/Front") {
  static readonly layer = (count: number) =>
    Layer.effect(
      Front,
      Effect.gen(function* () {
        const nodes: Array<string> = []
        if (count === 1) return { url: undefined, nodes }
        const { url } = yield* Effect.acquireRelease(
          Effect.promise(() => makeBalancer("retry", nodes)),
          ({ close }) => Effect.promise(close)
        )
        return { url, nodes }
      })
    )
}

const address = Effect.map(
  HttpServer.HttpServer,
  ({ address }) => `http://127.0.0.1:${"port" in address ? address.port : 0}`
)

type OnDatabase = Layer.Success<typeof TestDatabase.layer>

/** Another node on the same database. */
const another = (
  settings: Record<string, string>,
  options: Options
): Effect.Effect<string, never, OnDatabase | Scope.Scope> =>
  Effect.gen(function* () {
    const database = Layer.succeedContext(yield* Effect.context<OnDatabase>()) as typeof TestDatabase.layer
    const node = Layer.fresh(TestService.layer(settings, { ...options, database, nodes: 1 }))
    return (yield* Effect.provide(TestService, yield* Effect.orDie(Layer.build(node)))).url
  })

/** Set TEST_LOG to see the service's logs. */
const shown = Logger.layer(process.env["TEST_LOG"] ? [Logger.consolePretty()] : [])

let people = 0

export class TestService extends Context.Service<
  TestService,
  {
    /** The service's real address, whatever BASE_URL says. */
    readonly url: string
    /** Sends without a credential. */
    readonly send: Send
    /** Sends with a token. */
    readonly as: (token: string) => Send
    /** Makes a workspace with its owner, board and key. */
    readonly workspace: (plan?: Plan) => Effect.Effect<Client>
    /** Adds a member with a role, and makes a key for them. */
    readonly member: (
      workspaceId: WorkspaceId,
      role: Role
    ) => Effect.Effect<{ readonly id: string; readonly token: string; readonly send: Send }>
  }
>()("pipeline/test/TestService") {
  /**
   * `settings` are environment variables; rate limits are off unless set. `overrides` replaces services that the
   * surfaces call, `database` the clone's plain connection, and `serving` the surfaces.
   */
  static readonly layer = (
    settings: Record<string, string> = {},
    {
      database = TestDatabase.layer,
      isTraced = false,
      logs = shown,
      nodes = Number(process.env["TEST_NODES"] ?? 1),
      overrides = Layer.empty,
      serving = App.serving
    }: Options = {}
  ) => {
    const environment = Layer.unwrap(
      Effect.gen(function* () {
        const directory = yield* temporaryDirectory
        const { url } = yield* Front
        const front = url === undefined ? {} : { BASE_URL: url }
        return ConfigProvider.layer(
          ConfigProvider.fromUnknown({ PORT: "0", DATA_DIR: directory, ...plain, ...front, ...settings })
        )
      })
    )
    const program = process.env["TEST_SERVICE"]
    const isOutside =
      program !== undefined &&
      nodes === 1 &&
      !isTraced &&
      serving === App.serving &&
      database === TestDatabase.layer &&
      overrides === Layer.empty &&
      logs === shown
    const started = Effect.gen(function* () {
      const { dataDir } = yield* Settings
      const { url } = yield* TestDatabase
      const port = String(yield* Effect.promise(freePort))
      const own = { DATABASE_URL: url, DATA_DIR: dataDir, DEMO: "0", PORT: port }
      yield* Process.start({ ...plain, ...own, ...settings }, {}, JSON.parse(program!))
      return `http://127.0.0.1:${port}`
    })
    const made = Layer.effect(
      TestService,
      Effect.gen(function* () {
        const front = yield* Front
        front.nodes.push(yield* isOutside ? started : address)
        const { baseUrl = "", dataDir } = yield* Settings
        const same = { DATA_DIR: dataDir, BASE_URL: baseUrl, ...settings }
        const options = { isTraced, logs, overrides, serving }
        for (let count = 1; count < nodes; count++) front.nodes.push(yield* another(same, options))
        const { url = front.nodes[0]! } = front
        const workspaces = yield* Workspaces
        const keys = yield* ApiKeys
        const workspace = (plan: Plan = "standard") =>
          Effect.map(
            workspaces.create({
              name: "Test",
              plan,
              ownerEmail: `owner${++people}@test.example`,
              ownerName: "Owner"
            }),
            (made): Client => ({
              ...made,
              send: sender(url, made.apiKey.token),
              as: (token) => sender(url, token)
            })
          )
        const member = (workspaceId: WorkspaceId, role: Role) =>
          Effect.gen(function* () {
            const person = yield* workspaces.addMember(`${role}${++people}@test.example`, role, role)
            const key = yield* keys.create(person.id, `${role} key`)
            return { id: person.id, token: key.token, send: sender(url, key.token) }
          }).pipe(Effect.orDie, Effect.provideService(Tenant, { workspaceId }))
        return TestService.of({
          url,
          send: sender(url, undefined),
          as: (token) => sender(url, token),
          workspace,
          member
        })
      })
    )
    const surfaces = isOutside
      ? (Layer.empty as Layer.Layer<never>)
      : (serving as typeof App.serving).pipe(Layer.provide(overrides))
    return Layer.merge(made, surfaces as typeof App.served).pipe(
      Layer.provideMerge(App.services),
      Layer.provide(server),
      Layer.provide(Layer.succeed(References.TracerEnabled, isTraced)),
      Layer.provideMerge(database),
      Layer.provideMerge(Settings.layer),
      Layer.provide(environment),
      Layer.provide(Front.layer(nodes)),
      Layer.provide(NodeServices.layer),
      Layer.provide(Guard.layer),
      Layer.provide(logs)
    )
  }
}
