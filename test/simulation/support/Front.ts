/** The processes that answer keyed writes, their database, and the invariants of both. */
import { Context, Effect, Exit, Layer } from "effect"
import { Audit } from "../../../layers/audit/Audit.ts"
import { RefusedCalls } from "../../../layers/audit/RefusedCalls.ts"
import { Actor } from "../../../layers/identity/Actor.ts"
import { Replica } from "../../../layers/replica/Replica.ts"
import { Admission } from "../../../layers/database/Admission.ts"
import { Idempotency } from "../../../layers/records/Idempotency.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import { Transaction } from "../../../layers/database/Transaction.ts"
import { Encryption } from "../../../layers/encryption/Encryption.ts"
import { Call } from "../../../src/invocation/Call.ts"
import { type Answer } from "../../../src/invocation/Invoke.ts"
import { type KeyRow, keyRow, statements } from "./KeyStatements.ts"
import { call, type Plan } from "./KeyedWrite.ts"
import { Node } from "./Node.ts"
import { Postgres } from "./Postgres.ts"
import * as Sql from "./Sql.ts"
import * as Weather from "./Weather.ts"
import type { World } from "./World.ts"

const workspaceId = "00000000-0000-0000-0000-000000000001" as never
const credential = "00000000-0000-0000-0000-000000000002"

const actor: Actor["Service"] = {
  credential: { kind: "api_key", id: credential, name: "key" },
  user: { id: "00000000-0000-0000-0000-000000000003" as never, email: "a@example.com", name: null },
  workspace: { id: workspaceId, name: "W", plan: "free" as never },
  role: "admin",
  granted: new Set(),
  scopes: new Set()
}

/** Does not encrypt, but checks that values are opened in the context they were sealed in. */
const encryption = Layer.succeed(
  Encryption,
  Encryption.of({
    seal: (plain, context) => Buffer.from(JSON.stringify([context, plain])),
    open: (sealed, context) => {
      const [sealedIn, plain] = JSON.parse(Buffer.from(sealed).toString())
      return sealedIn === context ? Effect.succeed(plain) : Effect.die(new Error("sealed in another context"))
    },
    isOld: () => false,
    mac: () => () => new Uint8Array(),
    macs: () => []
  })
)

const withoutReplica = Layer.succeed(Replica, {
  read: (_, effect) => effect,
  wrote: () => Effect.void,
  status: () => undefined
})

type Services = Admission | Audit | Idempotency | RefusedCalls | Replica | Transaction

interface Process {
  readonly node: Node
  readonly pool: Sql.Pool
  readonly services: Context.Context<Services>
}

export class Front {
  readonly world: World
  readonly weather: Weather.Weather
  readonly database: Postgres
  /** A machine is gone, and the server still holds its locks. */
  isHaunted = false
  private readonly processes: ReadonlyArray<Process>

  constructor(world: World) {
    this.world = world
    this.weather = Weather.draw(world.chance)
    this.database = new Postgres(world)
    world.tell(() => `The weather is ${this.weather.name}.`)
    this.processes = Array.from({ length: world.chance.between(1, 2) }, (_, index) => {
      const node = new Node(world, `process ${index + 1}`)
      const pool = Sql.pool(node, this.database, this.weather, statements)
      const layer = Layer.mergeAll(
        Idempotency.layer,
        Transaction.layer,
        Admission.layer,
        withoutReplica,
        Audit.layerNone,
        RefusedCalls.layerNone
      ).pipe(Layer.provide(encryption), Layer.provideMerge(pool.layer))
      return { node, pool, services: node.build(layer) }
    })
  }

  get living(): ReadonlyArray<Process> {
    return this.processes.filter(({ node }) => !node.isDead)
  }

  /** Kills one of several processes; if its machine is gone too, the server notices late. */
  kill(): void {
    const [first, second] = this.living
    if (first === undefined || second === undefined) return
    this.isHaunted = this.world.chance.is(0.5)
    first.node.crash()
    first.pool.end(this.isHaunted)
  }

  send({ node, services }: Process, plan: Plan, requestId: string) {
    const request = Context.make(Actor, actor).pipe(
      Context.add(Call, { requestId, surface: "rest", idempotencyKey: plan.key }),
      Context.merge(services)
    )
    return node.fork(call(plan, this.world) as Effect.Effect<Answer, unknown>, request)
  }

  keptOf(key: string): KeyRow | undefined {
    return this.database.committed.get(keyRow(workspaceId, credential, key)) as KeyRow | undefined
  }

  effectsOf(key: string): number {
    return [...this.database.committed].filter(([row, of]) => row.startsWith("effects/") && of === key).length
  }

  /** Each answer equals the stored reply, and matches the effect. */
  isTrue(plan: Plan, answer: Answer): void {
    const kept = this.keptOf(plan.key)
    const text = kept?.reply == null ? undefined : JSON.parse(Buffer.from(kept.reply).toString())[1]
    const said = `${answer.status} ${answer.encoded.text}`
    this.world.expect(
      kept?.status === answer.status && text === answer.encoded.text,
      () => `${said} was answered, ${kept?.status} ${text} is kept.`
    )
    if (answer.status === 200) {
      this.world.expect(
        JSON.parse(answer.encoded.text).name === plan.name,
        () => `${plan.name} was asked for; ${said}`
      )
    }
    this.isKeptOnce(plan.key)
  }

  /** A key with a reply has one effect if the reply says so; without a reply it has none. */
  isKeptOnce(key: string): void {
    const kept = this.keptOf(key)
    const effects = this.effectsOf(key)
    this.world.expect(
      kept === undefined || kept.status !== null,
      () => `The key ${key} is kept without a reply.`
    )
    const expected = kept?.status === 200 ? 1 : 0
    this.world.expect(
      effects === expected,
      () => `The key ${key}, kept with ${kept?.status}, took effect ${effects} times.`
    )
  }

  /** Nobody holds a turn, a connection or a row, and all of them are usable. */
  isAtRest(): void {
    const { database, world } = this
    Object.assign(this.weather, Weather.calm)
    for (const { node, pool, services } of this.living) {
      const busy = node.all([Context.get(services, Idempotency).busy])
      world.expect(busy[0] === 0, () => `${node.name} has ${busy[0]} keys in turn for ever.`)
      world.expect(pool.taken() === 0, () => `${node.name} has ${pool.taken()} connections taken for ever.`)
      const began = world.now
      const { admit } = Context.get(services, Admission)
      // One workspace has its share, so each is another's.
      const one = (index: number) =>
        Effect.provideService(admit("deals", Effect.sleep("10 millis")), Tenant, {
          workspaceId: `00000000-0000-0000-0000-00000000010${index}` as never
        })
      node.all(Array.from({ length: 7 }, (_, index) => one(index)))
      world.expect(world.now === began + 10, () => `${node.name} does not admit as many as it should.`)
    }
    world.expect(database.locked.length === 0, () => `Locked for ever: ${database.locked.join(", ")}`)
  }

  /** After a day, a key is gone everywhere and its request runs again. */
  isForgotten(plan: Plan): void {
    const { world } = this
    const [process] = this.living
    const { node, services } = process!
    const at = new Date(world.now).toISOString()
    const expire = Context.get(services, Idempotency).expire(at, 1000)
    node.all([Effect.provideService(expire, Tenant, { workspaceId })])
    const left = [...this.database.committed.keys()].filter((row) => row.startsWith("idempotency_keys/"))
    world.expect(left.length === 0, () => `Kept for more than a day: ${left.join(", ")}`)
    const before = this.effectsOf(plan.key)
    const fiber = this.send(process!, { ...plan, ends: ["well"] }, "the next day")
    world.run(10_000, () => fiber.pollUnsafe() !== undefined)
    world.expect(Exit.isSuccess(fiber.pollUnsafe()!), () => "It could not be done anew.")
    world.expect(this.effectsOf(plan.key) === before + 1, () => "It was not done anew.")
  }
}
