/** A model of layers/webhooks/DeliveryQueue.ts, on a database that loses calls and answers. */
import { Effect, Result } from "effect"
import {
  type DeliveryQueue,
  type Due,
  type Lease,
  type Settlement
} from "../../../layers/webhooks/DeliveryQueue.ts"
import { QueueFailure } from "../../../layers/webhooks/QueueLimits.ts"
import * as EndpointHealth from "../../../src/webhooks/rules/EndpointHealth.ts"
import type { Node } from "./Node.ts"
import { delay, type Weather } from "./Weather.ts"
import type { World } from "./World.ts"

export const workspaceId = "00000000-0000-0000-0000-000000000001" as never

interface Subscription {
  readonly id: string
  leasedBy: string | null
  leasedUntil: string | null
  pausedUntil: string | null
  isActive: boolean
  health: EndpointHealth.EndpointHealth
}

export interface Delivery extends Due {
  readonly webhookId: string
  readonly createdAt: number
  tries: number
  dueAt: string
  status: string
}

/** The time limit of layers/webhooks/DeliveryQueue.ts, in milliseconds. */
const patience = 4_000

const lost = new QueueFailure({ message: "The answer was lost" })

export class Mail {
  readonly subscriptions = new Map<string, Subscription>()
  readonly deliveries: Array<Delivery> = []
  private readonly world: World
  private readonly weather: Weather

  constructor(world: World, weather: Weather) {
    this.world = world
    this.weather = weather
  }

  subscribe(id: string): void {
    const free = { leasedBy: null, leasedUntil: null, pausedUntil: null }
    this.subscriptions.set(id, { id, ...free, isActive: true, health: EndpointHealth.fresh })
  }

  post(webhookId: string): Delivery {
    const at = Math.floor(this.world.now)
    const id = `delivery ${this.deliveries.length + 1}`
    const delivery: Delivery = {
      id: id as never,
      event: "deal.created" as never,
      body: id,
      webhookId,
      createdAt: at,
      tries: 0,
      trace: null,
      dueAt: new Date(at).toISOString(),
      status: "pending"
    }
    this.deliveries.push(delivery)
    return delivery
  }

  /** The queue as a node sees it. */
  queueOf(node: Node): DeliveryQueue["Service"] {
    const ask = <A>(what: string, work: () => A) => this.ask(node, what, work)
    return {
      due: (now, limit) =>
        ask("due", () =>
          [...this.subscriptions.values()]
            .filter((one) => this.isFree(one, now) && this.dueTo(one, now).length > 0)
            .slice(0, limit)
            .map(({ id }) => ({ workspaceId, webhookId: id as never }))
        ),
      lease: (lease) => ask("lease", () => this.lease(lease)),
      renew: (lease) =>
        ask("renew", () => {
          const one = this.heldBy(lease)
          if (one === undefined) return undefined
          one.leasedUntil = lease.until
          return this.target(one)
        }),
      take: (lease, limit, except) =>
        ask("take", () => {
          const one = this.heldBy(lease)
          if (one === undefined) return []
          const due = this.dueTo(one, lease.now).filter(({ id }) => !except.includes(id))
          return due.slice(0, limit).map((delivery) => ({ ...delivery }))
        }),
      settle: (settlement) => ask("settle", () => this.settle(settlement))
    }
  }

  private ask<A>(node: Node, what: string, work: () => A): Effect.Effect<A, QueueFailure> {
    return Effect.callback((resume) => {
      const { weather, world } = this
      const { chance } = world
      const fate = chance.is(weather.cut) ? chance.of(["before", "after"] as const) : "well"
      const wait = Math.min(patience, chance.is(weather.silent) ? patience : delay(chance, weather))
      const fail = () => {
        world.tell(
          () => `${node.name}: ${what} is lost ${fate === "before" ? "on its way" : "after it was done"}`
        )
        node.later(wait, () => resume(Effect.fail(lost)))
      }
      if (fate === "before") return fail()
      world.later(delay(chance, weather) / 2, () => {
        const answer = work()
        if (what !== "due")
          world.tell(() => `${node.name}: ${what} -> ${JSON.stringify(answer)?.slice(0, 90)}`)
        if (fate === "after") return fail()
        node.later(delay(chance, weather) / 2, () => resume(Effect.succeed(answer)))
      })
    })
  }

  private lease({ holder, now, until, webhookId }: Lease) {
    const one = this.subscriptions.get(webhookId)!
    const isOurs = one.leasedBy === holder && (one.pausedUntil === null || one.pausedUntil <= now)
    if (!(isOurs || this.isFree(one, now)) || this.dueTo(one, now).length === 0) return undefined
    one.leasedBy = holder
    one.leasedUntil = until
    return this.target(one)
  }

  private settle({ health, holder, pausedUntil, release, settled, webhookId }: Settlement): void {
    for (const { dueAt, id, status, tries } of settled) {
      const delivery = this.deliveries.find((one) => one.id === id)
      if (delivery?.status === "pending") Object.assign(delivery, { dueAt, status, tries })
    }
    const one = this.subscriptions.get(webhookId)!
    if (one.leasedBy !== holder) return
    one.health = { ...health, switchedOff: null }
    one.isActive &&= health.switchedOff === null
    one.pausedUntil = pausedUntil ?? one.pausedUntil
    if (release) one.leasedUntil = null
  }

  private heldBy({ holder, webhookId }: Lease): Subscription | undefined {
    const one = this.subscriptions.get(webhookId)!
    return one.leasedBy === holder ? one : undefined
  }

  private isFree({ leasedUntil, pausedUntil }: Subscription, now: string): boolean {
    return (leasedUntil === null || leasedUntil <= now) && (pausedUntil === null || pausedUntil <= now)
  }

  private dueTo({ id, isActive }: Subscription, now: string): ReadonlyArray<Delivery> {
    if (!isActive) return []
    return this.deliveries
      .filter(({ dueAt, status, webhookId }) => webhookId === id && status === "pending" && dueAt <= now)
      .sort((a, b) => (a.dueAt < b.dueAt ? -1 : 1))
  }

  private target({ health, id }: Subscription) {
    return { health, opened: Result.succeed({ url: id, secrets: [] }) }
  }
}
