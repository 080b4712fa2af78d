/** Nodes that send webhooks, their receivers, and the invariants of deliveries. */
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { DeliveryQueue } from "../../../layers/webhooks/DeliveryQueue.ts"
import { DeliverySignal, type Signal } from "../../../layers/webhooks/DeliverySignal.ts"
import { Egress, EgressFailure } from "../../../layers/egress/Egress.ts"
import { Ids } from "../../../layers/runtime/Ids.ts"
import { Settings } from "../../../layers/settings/Settings.ts"
import { Signer } from "../../../layers/webhooks/Signer.ts"
import * as DeliveryWorker from "../../../src/jobs/webhooks/DeliveryWorker.ts"
import { Mail, workspaceId } from "./Mail.ts"
import { Node } from "./Node.ts"
import * as Weather from "./Weather.ts"
import type { World } from "./World.ts"

/** How a receiver answers. */
type Manner = "well" | "whims" | "mended" | "hangs"

interface Process {
  readonly node: Node
  readonly scope: Scope.Closeable
  readonly hear: (signal: Signal) => void
}

const reply = (status: number) => ({ status, headers: {}, body: new Uint8Array(), truncated: false })

const late = new EgressFailure({ kind: "timeout", message: "" })

export class Couriers {
  readonly world: World
  readonly weather: Weather.Weather
  readonly mail: Mail
  /** Whether anything other than a receiver failed. */
  isDisturbed = false
  private readonly manners = new Map<string, Manner>()
  private readonly isCalm: boolean
  private readonly areAgreed: boolean
  private processes: ReadonlyArray<Process> = []
  /** Open attempts, by subscription. */
  private readonly flying = new Map<string, Set<Node | object>>()
  private readonly got = new Map<string, number>()

  constructor(world: World) {
    const { chance } = world
    this.world = world
    this.weather = Weather.draw(chance)
    this.isCalm = this.weather.name === "calm"
    this.isDisturbed = !this.isCalm
    this.mail = new Mail(world, this.weather)
    this.areAgreed = chance.is(0.8)
    this.isDisturbed ||= !this.areAgreed
    world.tell(
      () => `The weather is ${this.weather.name}; the clocks ${this.areAgreed ? "agree" : "differ"}.`
    )
    for (let index = chance.between(1, 3); index > 0; index--) {
      const id = `hook ${index}`
      this.manners.set(id, chance.of(["well", "well", "whims", "hangs"] as const))
      this.mail.subscribe(id)
      this.flying.set(id, new Set())
    }
    for (let index = chance.between(1, 3); index > 0; index--) this.start(`node ${index}`)
  }

  get living(): ReadonlyArray<Process> {
    return this.processes.filter(({ node }) => !node.isDead)
  }

  /** An event for some subscriptions; sometimes its node is notified. */
  post(): void {
    const { chance } = this.world
    const webhookId = chance.of([...this.manners.keys()])
    const { id } = this.mail.post(webhookId)
    this.world.tell(() => `${id} is due to ${webhookId}, which answers ${this.manners.get(webhookId)}`)
    if (chance.is(0.7)) {
      chance.of(this.living).hear({ workspaceId, webhookId: webhookId as never, isForeign: chance.is(0.3) })
    }
  }

  kill(): void {
    const [one, other] = this.living
    if (one === undefined || other === undefined) return
    this.isDisturbed = true
    one.node.crash()
    for (const tries of this.flying.values()) {
      for (const one of tries) if ((one as { node: Node }).node.isDead) tries.delete(one)
    }
  }

  clearUp(): void {
    Object.assign(this.weather, Weather.calm)
    for (const [id, manner] of this.manners) if (manner === "whims") this.manners.set(id, "mended")
  }

  /** Whether every delivery has arrived at each working receiver; exactly once if nothing failed. */
  get areDone(): boolean {
    return this.mail.deliveries.every(
      ({ status, webhookId }) => this.manners.get(webhookId) === "hangs" || status !== "pending"
    )
  }

  haveArrived(): void {
    for (const { id, status, tries, webhookId } of this.mail.deliveries) {
      const times = this.got.get(id) ?? 0
      const isHanging = this.manners.get(webhookId) === "hangs"
      if (isHanging) continue
      this.world.expect(status !== "pending", () => `${id} never arrived at ${webhookId}.`)
      this.world.expect(
        status !== "delivered" || times > 0,
        () => `${id} is said to be delivered, and never arrived.`
      )
      this.world.expect(status !== "failed" || tries === 10, () => `${id} was given up after ${tries} tries.`)
      this.world.expect(this.isDisturbed || times <= 1, () => `${id} arrived ${times} times.`)
    }
  }

  private start(name: string): void {
    const node = new Node(this.world, name)
    if (!this.areAgreed) node.skew = this.world.chance.between(-30_000, 30_000)
    let waiting: Array<Signal> = []
    let wake: (() => void) | undefined
    const take = Effect.callback<ReadonlyArray<Signal>>((resume) => {
      wake = () => {
        const heard = waiting
        waiting = []
        wake = undefined
        resume(Effect.succeed(heard))
      }
      if (waiting.length > 0) wake()
      return Effect.sync(() => (wake = undefined))
    })
    const hear = (signal: Signal) => {
      waiting.push(signal)
      wake?.()
    }
    const services = Layer.mergeAll(
      Layer.succeed(DeliveryQueue, this.mail.queueOf(node)),
      Layer.succeed(
        DeliverySignal,
        DeliverySignal.of({ raise: () => Effect.void, take, listen: Effect.never })
      ),
      Layer.succeed(Ids, { uuid: Effect.succeed(name) } as never),
      Layer.succeed(Settings, { webhookRetryScale: 0.0005 } as never),
      Layer.succeed(Egress, { request: (request: never) => this.receive(node, request) } as never),
      Signer.layer
    )
    const scope = Scope.makeUnsafe()
    node.fork(
      Layer.buildWithScope(Layer.provide(DeliveryWorker.layerNoDeps, services), scope),
      Context.empty()
    )
    this.processes = [...this.processes, { node, scope, hear }]
  }

  /** A receiver's answer to an attempt. */
  private receive(node: Node, request: { readonly url: string; readonly body: Uint8Array }) {
    const { chance } = this.world
    const one = { node }
    const tries = this.flying.get(request.url)!
    const begin = Effect.sync(() => {
      tries.add(one)
      this.world.tell(() => `${node.name} sends to ${request.url}`)
      const isFine = !this.areAgreed || tries.size <= 2
      this.world.expect(isFine, () => `${tries.size} tries to ${request.url} are on their way at once.`)
    })
    const answer = Effect.suspend(() => {
      const manner = this.manners.get(request.url)
      if (manner === "hangs") return Effect.andThen(Effect.sleep("15 seconds"), Effect.fail(late))
      const isWell = manner !== "whims" || chance.is(0.5)
      const arrived = Effect.sync(() => {
        if (isWell) this.arrived(Buffer.from(request.body).toString(), manner)
        return reply(isWell ? 200 : 500)
      })
      return Effect.andThen(Effect.sleep(chance.between(1, 150)), arrived)
    })
    return Effect.ensuring(
      Effect.andThen(begin, answer),
      Effect.sync(() => tries.delete(one))
    )
  }

  /** No delivery waits for a hanging receiver, or for a dead node longer than its lease. */
  private arrived(id: string, manner: Manner | undefined): void {
    this.got.set(id, (this.got.get(id) ?? 0) + 1)
    const { createdAt } = this.mail.deliveries.find((one) => one.id === id)!
    const took = this.world.now - createdAt
    const bound = this.isDisturbed ? 15_000 : 3_000
    const isLate = manner === "well" && this.isCalm && this.areAgreed && took > bound
    this.world.expect(!isLate, () => `${id} took ${took} ms to arrive.`)
  }

  /** Shuts down every node. */
  close(): void {
    for (const { node, scope } of this.living) {
      const fiber = node.fork(Scope.close(scope, Exit.void), Context.empty())
      this.world.run(60_000, () => fiber.pollUnsafe() !== undefined)
    }
  }
}
