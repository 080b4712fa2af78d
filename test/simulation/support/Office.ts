/** Nodes that share a job, the database with its claims, and the invariants of its runs. */
import { Context, Duration, Effect, Exit, Layer, Scope } from "effect"
import { Ids } from "../../../layers/runtime/Ids.ts"
import { JobRuns } from "../../../layers/runtime/JobRuns.ts"
import * as Job from "../../../src/jobs/Job.ts"
import * as Scheduler from "../../../src/jobs/Scheduler.ts"
import { type RunRow, runRow, statements } from "./JobStatements.ts"
import { Node } from "./Node.ts"
import { Postgres } from "./Postgres.ts"
import * as Sql from "./Sql.ts"
import * as Weather from "./Weather.ts"
import type { World } from "./World.ts"

/** How often the job is due, in milliseconds. */
export const every = 5 * 60_000

export const lease = Duration.minutes(1)

interface Employee {
  readonly node: Node
  readonly pool: Sql.Pool
  readonly scope: Scope.Closeable
  isLeaving: boolean
}

export class Office {
  readonly world: World
  readonly weather: Weather.Weather
  readonly database: Postgres
  /** Milliseconds between two nodes' clocks at most: the database sets them, with an error of one round trip. */
  private readonly skew: number
  private readonly longest: number
  private employees: ReadonlyArray<Employee> = []
  private hired = 0
  /** The nodes that work on each tick now. */
  private readonly working = new Map<string, Set<Node>>()
  /** How often each tick was completed. */
  private readonly done = new Map<string, number>()
  /** A node died or left, so that work may be repeated. */
  private isDisturbed = false
  private readonly isFair: boolean
  private wasEmpty = false

  constructor(world: World) {
    const { chance } = world
    this.world = world
    this.weather = Weather.draw(chance)
    this.isFair = this.weather.cut === 0
    this.database = new Postgres(world)
    this.skew = chance.of([0, 20, 300])
    this.longest = chance.of([1_000, 30_000, 150_000])
    world.tell(() => `The weather is ${this.weather.name}; a run takes up to ${this.longest} ms.`)
    for (let count = chance.between(1, 3); count > 0; count--) this.hire()
  }

  get living(): ReadonlyArray<Employee> {
    return this.employees.filter(({ isLeaving, node }) => !node.isDead && !isLeaving)
  }

  /** Starts a node. */
  hire(): void {
    const { chance } = this.world
    const node = new Node(this.world, `node ${++this.hired}`)
    node.skew = chance.between(-this.skew, this.skew)
    const pool = Sql.pool(node, this.database, this.weather, statements)
    const ids = Layer.succeed(
      Ids,
      Ids.of({
        uuid: Effect.succeed(node.name),
        token: () => Effect.succeed(node.name),
        bytes: () => Effect.succeed(new Uint8Array())
      })
    )
    const scope = Scope.makeUnsafe()
    const layer = Scheduler.make([this.job(node)], lease).pipe(
      Layer.provide(JobRuns.layer),
      Layer.provide(ids),
      Layer.provide(pool.layer)
    )
    node.fork(Layer.buildWithScope(layer, scope), Context.empty())
    this.employees = [...this.employees, { node, pool, scope, isLeaving: false }]
  }

  /** Kills a node, and perhaps its machine. */
  kill(): void {
    const one = this.living[0]
    if (one === undefined) return
    this.isDisturbed = true
    one.node.crash()
    one.pool.end(this.world.chance.is(0.5))
    for (const nodes of this.working.values()) nodes.delete(one.node)
    this.wasEmpty ||= this.living.length === 0
  }

  /** Tells a node to stop. */
  dismiss(): void {
    const one = this.living[0]
    if (one === undefined) return
    this.isDisturbed = true
    one.isLeaving = true
    this.wasEmpty ||= this.living.length === 0
    this.world.tell(() => `${one.node.name} is told to stop`)
    const fiber = one.node.fork(Scope.close(one.scope, Exit.void), Context.empty())
    this.world.later(60_000, () => {
      this.world.expect(
        one.node.isDead || fiber.pollUnsafe() !== undefined,
        () => `${one.node.name} does not stop.`
      )
    })
  }

  /** Ends all disturbances. */
  clearUp(): void {
    if (!this.isFair) this.isDisturbed = true
    Object.assign(this.weather, Weather.calm)
    if (this.living.length === 0) this.hire()
  }

  /** A tick is completed and recorded, and only once unless something failed. */
  isDone(tick: number): void {
    const name = new Date(tick).toISOString()
    const row = this.database.committed.get(runRow("job", name)) as RunRow | undefined
    const times = this.done.get(name) ?? 0
    this.world.expect(row?.finished_at != null, () => `The tick ${name} was never finished.`)
    this.world.expect(times >= 1, () => `The tick ${name} is said to be finished, and nobody worked on it.`)
    this.world.expect(this.isDisturbed || times === 1, () => `The tick ${name} was worked on ${times} times.`)
  }

  /** Whether each tick should be done before the next: always a node, a healthy database, and short runs. */
  get isReliable(): boolean {
    return this.isFair && !this.wasEmpty && this.longest <= 30_000
  }

  private job(node: Node) {
    return Job.make("job", {
      description: "",
      schedule: "*/5 * * * *",
      timeZone: "UTC",
      run: (asOf) => this.work(node, new Date(Math.floor(Date.parse(asOf) / every) * every).toISOString())
    })
  }

  /** A run; it takes a moment to stop when interrupted. */
  private work(node: Node, tick: string) {
    const { chance } = this.world
    const begin = Effect.sync(() => {
      const others = this.working.get(tick) ?? new Set()
      this.world.tell(() => `${node.name} works on ${tick}`)
      this.world.expect(
        others.size === 0,
        () => `Two work on ${tick}: ${[...others, node].map(({ name }) => name).join(", ")}`
      )
      const row = this.database.committed.get(runRow("job", tick)) as RunRow | undefined
      this.world.expect(
        row?.finished_at == null,
        () => `${tick} was finished, and ${node.name} works on it again.`
      )
      this.working.set(tick, others.add(node))
    })
    const end = Effect.sync(() => this.working.get(tick)?.delete(node))
    const finished = Effect.sync(() => {
      this.done.set(tick, (this.done.get(tick) ?? 0) + 1)
      this.world.tell(() => `${node.name} is done with ${tick}`)
    })
    return begin.pipe(
      Effect.andThen(Effect.sleep(chance.between(0, this.longest))),
      Effect.andThen(finished),
      Effect.ensuring(Effect.andThen(Effect.sleep(chance.between(0, 2_000)), end)),
      Effect.as({ affected: 1, error: null })
    )
  }
}
