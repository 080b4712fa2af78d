/**
 * Shares places fairly between clients: waiting clients take turns and none exceeds its share. Doubtful clients, whose work may be
 * stuck, have a smaller limit together; known slow work doesn't count. A client whose work ended without an answer gets one place until
 * it has one, and a client whose work is all stuck isn't queued.
 */
import { Clock, type Duration, Effect, Exit } from "effect"
import {
  isDoubtful,
  isLong,
  isStuck,
  isUnanswered,
  SemaphoreClient,
  Place,
  Waiter
} from "./SemaphoreClient.ts"

export interface Bounds {
  readonly places: number
  /** Maximum places of one client. */
  readonly share: number
  /** Maximum places of all doubtful clients together. Without it no client is doubtful. */
  readonly doubtful?: number
}

/** Milliseconds after which an unanswered client without requests is forgotten. */
const unansweredMemory = 30_000

const first = <A>(all: ReadonlySet<A>): A | undefined => all.values().next().value

export class FairSemaphore {
  readonly bounds: Bounds
  /** Number of places in use. */
  running = 0
  waiting = 0
  #number = 0
  readonly #lanes = new Map<string, SemaphoreClient>()
  /** Clients that have places. */
  readonly #busy = new Set<SemaphoreClient>()
  /** Clients whose turn it is, in order. Those at their share are skipped until they return a place. */
  readonly #ready = new Set<SemaphoreClient>()
  /** Doubtful clients that wait because the doubtful limit is reached. */
  readonly #held = new Set<SemaphoreClient>()
  /** Clients with `unansweredAt`, earliest first. */
  readonly #unanswered = new Set<SemaphoreClient>()

  constructor(bounds: Bounds) {
    this.bounds = bounds
  }

  /** Runs `effect` when it is the turn of `key`, or `late` if the wait is too long. `late` receives whether `key` is at its own share. */
  run<A, E, R, E2>(
    key: string,
    effect: Effect.Effect<A, E, R>,
    patience: Duration.Input,
    late: (isOwn: boolean) => Effect.Effect<never, E2>,
    isSlow = false
  ): Effect.Effect<A, E | E2, R> {
    return Effect.uninterruptibleMask((restore) =>
      Effect.withFiber((fiber) => {
        const clock = fiber.getRef(Clock.Clock)
        const now = () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6
        const use = (place: Place) =>
          Effect.onExit(restore(effect), (exit) =>
            Effect.sync(() => this.#leave(place, now(), isUnanswered(exit)))
          )
        const place = this.#enter(key, isSlow, now())
        if (place !== undefined) return use(place)
        if (this.#isStuck(key, now())) return late(true)
        const waiter = this.#queue(key, isSlow)
        const given = Effect.callback<Place>((resume) => {
          waiter.resume = (place) => resume(Effect.succeed(place))
          if (waiter.place !== undefined) waiter.resume(waiter.place)
        })
        const turn = Effect.timeoutOrElse(given, {
          duration: patience,
          orElse: () => late(this.#hasShare(waiter.lane))
        })
        return Effect.flatMap(Effect.exit(restore(turn)), (exit): Effect.Effect<A, E | E2, R> => {
          if (Exit.isSuccess(exit)) return use(exit.value)
          this.#abandon(waiter, now())
          return Effect.failCause(exit.cause)
        })
      })
    )
  }

  /** Number of places of doubtful clients. */
  doubtful(now: number): number {
    let count = 0
    for (const lane of this.#busy) if (isDoubtful(lane, now)) count += lane.places.size
    return count
  }

  /** Number of clients that have or wait for places, or are remembered as unanswered. */
  get size(): number {
    return this.#lanes.size
  }

  #hasShare({ places, unansweredAt }: SemaphoreClient): boolean {
    return places.size >= (unansweredAt === undefined ? this.bounds.share : 1)
  }

  /** Whether the client is at its limit and all its places are stuck. */
  #isStuck(key: string, now: number): boolean {
    const lane = this.#lanes.get(key)
    if (lane === undefined || this.bounds.doubtful === undefined) return false
    return isStuck(lane, now) && (this.#hasShare(lane) || this.#isHeld(lane, now))
  }

  #isHeld(lane: SemaphoreClient, now: number): boolean {
    const { doubtful } = this.bounds
    return doubtful !== undefined && isDoubtful(lane, now) && this.doubtful(now) >= doubtful
  }

  #laneOf(key: string): SemaphoreClient {
    const lane = this.#lanes.get(key) ?? new SemaphoreClient(key)
    this.#lanes.set(key, lane)
    return lane
  }

  #give(lane: SemaphoreClient, isSlow: boolean, now: number): Place {
    const place = new Place(lane, now, ++this.#number, isSlow)
    lane.places.add(place)
    this.#busy.add(lane)
    this.running += 1
    return place
  }

  #enter(key: string, isSlow: boolean, now: number): Place | undefined {
    if (this.running >= this.bounds.places) return undefined
    const lane = this.#laneOf(key)
    const mustWait = lane.waiters.size > 0 || this.#hasShare(lane) || this.#isHeld(lane, now)
    return mustWait ? undefined : this.#give(lane, isSlow, now)
  }

  #queue(key: string, isSlow: boolean): Waiter {
    const lane = this.#laneOf(key)
    const waiter = new Waiter(lane, isSlow)
    lane.waiters.add(waiter)
    this.waiting += 1
    if (!this.#held.has(lane)) this.#ready.add(lane)
    return waiter
  }

  #leave(place: Place, now: number, isUnanswered?: boolean): void {
    const { lane } = place
    lane.places.delete(place)
    lane.answered = ++this.#number
    this.#learn(place, now, isUnanswered)
    this.running -= 1
    if (lane.places.size === 0) this.#busy.delete(lane)
    if (lane.waiters.size > 0) {
      this.#held.delete(lane)
      this.#ready.add(lane)
    }
    this.#forget(lane)
    this.#serve(now)
  }

  /** Withdraws a waiter, and returns its place if it just got one. */
  #abandon(waiter: Waiter, now: number): void {
    const { lane, place } = waiter
    if (place !== undefined) return this.#leave(place, now)
    lane.waiters.delete(waiter)
    this.waiting -= 1
    if (lane.waiters.size > 0) return
    this.#ready.delete(lane)
    this.#held.delete(lane)
    this.#forget(lane)
  }

  #learn({ began, isSlow, lane }: Place, now: number, isUnanswered: boolean | undefined): void {
    const oldest = first(this.#unanswered)
    if (oldest !== undefined && now - oldest.unansweredAt! > unansweredMemory) this.#clear(oldest)
    if (isUnanswered === false) this.#clear(lane)
    if (isUnanswered !== true || isSlow || !isLong(now - began) || this.bounds.doubtful === undefined) return
    this.#unanswered.delete(lane)
    this.#unanswered.add(lane)
    lane.unansweredAt = now
  }

  #clear(lane: SemaphoreClient): void {
    if (!this.#unanswered.delete(lane)) return
    lane.unansweredAt = undefined
    this.#forget(lane)
  }

  #forget(lane: SemaphoreClient): void {
    const { places, unansweredAt, waiters } = lane
    if (places.size === 0 && waiters.size === 0 && unansweredAt === undefined) this.#lanes.delete(lane.key)
  }

  #serve(now: number): void {
    const held = first(this.#held)
    if (held !== undefined && !this.#isHeld(held, now)) {
      this.#held.delete(held)
      this.#ready.add(held)
    }
    while (this.running < this.bounds.places) {
      const lane = first(this.#ready)
      if (lane === undefined) return
      this.#ready.delete(lane)
      if (this.#hasShare(lane)) continue
      if (this.#isHeld(lane, now)) {
        this.#held.add(lane)
        continue
      }
      const waiter = lane.waiters.first!
      lane.waiters.delete(waiter)
      this.waiting -= 1
      waiter.place = this.#give(lane, waiter.isSlow, now)
      if (lane.waiters.size > 0) this.#ready.add(lane)
      waiter.resume?.(waiter.place)
    }
  }
}
