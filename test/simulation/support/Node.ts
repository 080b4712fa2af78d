/** A process of the simulated world, with its fibers and clock. */
import {
  Clock,
  Context,
  Duration,
  Effect,
  Exit,
  Layer,
  Logger,
  Option,
  Random,
  References,
  Scheduler,
  Scope
} from "effect"
import type { World } from "./World.ts"

export class Node {
  readonly name: string
  isDead = false
  /** Milliseconds its clock is ahead of the true time. */
  skew = 0
  /** The services of every fiber of this process. */
  readonly context: Context.Context<never>
  private readonly world: World
  /** The most steps a fiber makes before another may continue, so that it can be interrupted at any place. */
  private readonly patience: number
  private quota = 1

  constructor(world: World, name: string) {
    this.world = world
    this.name = name
    this.patience = world.chance.of([8, 60, 400])
    this.context = Context.make(Clock.Clock, this.clock()).pipe(
      Context.add(References.TracerEnabled, false),
      Context.add(Scheduler.Scheduler, this.scheduler()),
      Context.add(Random.Random, {
        nextIntUnsafe: () => world.chance.between(0, 2 ** 31),
        nextDoubleUnsafe: () => world.chance.next()
      }),
      Context.add(
        Logger.CurrentLoggers,
        new Set([Logger.make(({ logLevel, message }) => world.tell(() => this.says(logLevel, message)))])
      )
    )
  }

  /** Ends at once, as with `kill -9`: nothing continues and nothing is cleaned up. */
  crash(): void {
    this.isDead = true
    this.world.tell(() => `${this.name} dies`)
  }

  /** Runs `act` later, if this process is still alive. */
  later(millis: number, act: () => void): () => void {
    return this.world.later(millis, () => {
      if (!this.isDead) act()
    })
  }

  /** Builds a layer whose services last as long as this process. */
  build<A, E>(layer: Layer.Layer<A, E>): Context.Context<A> {
    return this.all([Layer.buildWithScope(layer, Scope.makeUnsafe())])[0]!
  }

  /** Runs effects that can't fail, all at once, and returns their results. */
  all<A, E>(effects: ReadonlyArray<Effect.Effect<A, E>>): ReadonlyArray<A> {
    const fibers = effects.map((effect) => this.fork(effect, Context.empty()))
    this.world.run(600_000, () => fibers.every((fiber) => fiber.pollUnsafe() !== undefined))
    return fibers.map((fiber) => Option.getOrThrow(Exit.getSuccess(fiber.pollUnsafe()!)))
  }

  fork<A, E, R>(effect: Effect.Effect<A, E, R>, services: Context.Context<R>) {
    return Effect.runForkWith(Context.merge(services, this.context))(effect)
  }

  private says(level: string, message: unknown): string {
    const words = Array.isArray(message) ? message : [message]
    return `${this.name} logs (${level}): ${words.filter((word) => typeof word === "string").join(" ")}`
  }

  private clock(): Clock.Clock {
    const millis = () => Math.floor(this.world.now) + this.skew
    const nanos = () => BigInt(Math.round(this.world.elapsed * 1_000_000))
    return {
      currentTimeMillisUnsafe: millis,
      currentTimeMillis: Effect.sync(millis),
      currentTimeNanosUnsafe: () => BigInt(millis()) * 1_000_000n,
      currentTimeNanos: Effect.sync(() => BigInt(millis()) * 1_000_000n),
      monotonicTimeNanosUnsafe: nanos,
      monotonicTimeNanos: Effect.sync(nanos),
      sleep: (duration) =>
        Effect.callback<void>((resume) => {
          const cancel = this.later(Duration.toMillis(duration), () => resume(Effect.void))
          return Effect.sync(cancel)
        })
    }
  }

  private scheduler(): Scheduler.Scheduler {
    const { world } = this
    const go = (task: () => void) => () => {
      if (!this.isDead) task()
    }
    return {
      executionMode: "async",
      shouldYield: (fiber) => {
        if (fiber.currentOpCount < this.quota) return false
        this.quota = world.chance.between(1, this.patience)
        return true
      },
      makeDispatcher: () => ({ scheduleTask: (task) => world.soon(go(task)), flush: () => {} })
    }
  }
}
