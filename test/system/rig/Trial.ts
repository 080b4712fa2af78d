/** A trial of one fault: a clone of the database behind a proxy, the services on it, the load, and its results. */
import { Effect, Exit, Scope } from "effect"
import { makeProxy, type Proxy } from "../../support/fakes/Proxy.ts"
import { embeddedIn } from "./Embedded.ts"
import { type Moments, send } from "./Http.ts"
import { Ledger } from "./Ledger.ts"
import { Load } from "./Load.ts"
import * as Mix from "./Mix.ts"
import type { Postgres } from "./Postgres.ts"
import * as Random from "./Random.ts"
import { query } from "./Query.ts"
import { type Ended, type Environment, freePort, Service } from "./Service.ts"
import { directoryIn, place, type Place, placesIn, type Places, settings, type Site } from "./Site.ts"
import { sleep, until } from "./Wait.ts"

/** The checks after a fault, by name. Each returns its violations. */
export type Checks = Readonly<Record<string, (trial: Trial) => Promise<ReadonlyArray<string>>>>

export interface Options {
  readonly rate: number
  readonly isShort: boolean
}

export interface Plan {
  /** The address that clients use; the first service by default. */
  readonly url?: () => string
  /** Seconds of load before the fault, and after it. */
  readonly before?: number
  readonly strike: () => unknown
  /** Seconds the fault lasts. */
  readonly holds?: number
  /** Ends the fault; it is over once this returns. */
  readonly heal?: () => unknown
  readonly after?: number
  readonly rate?: number
}

export class Trial {
  readonly name: string
  readonly site: Site
  readonly random: Random.Random
  readonly options: Options
  readonly ledger = new Ledger()
  readonly services: Array<Service> = []
  readonly ends: Array<Ended> = []
  readonly broken: Array<string> = []
  readonly said: Array<string> = []
  readonly directory: string
  moments: Moments | undefined
  private databaseOf: () => string
  places: Pick<Places, "main"> & { readonly capped: Places["capped"] | undefined }
  /** The subscription to all events. */
  subscription: { readonly id: string; readonly path: string } | undefined
  private readonly scope = Scope.makeUnsafe()
  private proxy: Proxy | undefined
  private calls = 0

  constructor(site: Site, name: string, seed: number, options: Options) {
    this.site = site
    this.name = name
    this.random = Random.make(seed)
    this.options = options
    this.places = site.places
    this.directory = directoryIn(site.directory, name)
    this.databaseOf = () => site.postgres.url(this.databaseName)
  }

  get databaseName() {
    return `fault_${this.name.replaceAll("-", "_")}`
  }

  /** The database to check after the fault: a restarted database may have a new address. */
  get database(): string {
    return this.databaseOf()
  }

  set database(url: string) {
    this.databaseOf = () => url
  }

  /** Acquires a resource for as long as the trial. */
  use<A, E>(effect: Effect.Effect<A, E, Scope.Scope>): Promise<A> {
    return Effect.runPromise(Effect.provideService(effect, Scope.Scope, this.scope))
  }

  defer(close: () => Promise<unknown> | unknown): void {
    Effect.runSync(
      Scope.addFinalizer(
        this.scope,
        Effect.promise(async () => close())
      )
    )
  }

  note(line: string): void {
    this.said.push(line)
  }

  /** Checks a promise that only this fault has. */
  expect(isKept: boolean, promise: string): void {
    if (!isKept) this.broken.push(promise)
  }

  /** `short` in the short form, else `long`. */
  lasts(short: number, long: number): number {
    return this.options.isShort ? short : long
  }

  async clone(): Promise<void> {
    await this.site.postgres.query(`CREATE DATABASE ${this.databaseName} TEMPLATE template`)
    this.defer(() => this.site.postgres.query(`DROP DATABASE IF EXISTS ${this.databaseName} WITH (FORCE)`))
  }

  /** Switches to another server's own database. */
  async moveTo(postgres: Postgres): Promise<void> {
    this.database = postgres.url()
    this.places = await placesIn({ DATABASE_URL: this.database, DATA_DIR: this.directory })
  }

  /** Creates another workspace, on the plan without a cap. */
  newcomer(): Promise<Place> {
    const settings = { DATABASE_URL: this.site.postgres.url(this.databaseName), DATA_DIR: this.directory }
    return place(settings, "standard", "newcomer")
  }

  /** Starts a service on its embedded database, in a directory. */
  async embedded(directory: string): Promise<Service> {
    const { stop, url } = embeddedIn(directory)
    this.defer(stop)
    const service = await this.service({ DATABASE_URL: "", DATA_DIR: directory })
    this.databaseOf = url
    this.places = await placesIn({ DATA_DIR: directory })
    return service
  }

  /** A way to the database of its own, and the setting of a service that takes it. */
  async way() {
    const proxy = await this.use(makeProxy("127.0.0.1", this.site.postgres.port))
    const address = new URL(this.database)
    address.port = String(proxy.port)
    return { proxy, settings: { DATABASE_URL: address.href } }
  }

  /** A proxy to a server (by default the site's cluster) that can disturb connections. */
  async proxied(postgres: Postgres = this.site.postgres): Promise<Proxy> {
    this.proxy ??= await this.use(makeProxy("127.0.0.1", postgres.port))
    return this.proxy
  }

  query(text: string, values?: ReadonlyArray<unknown>): Promise<ReadonlyArray<any>> {
    return query(this.database, text, values)
  }

  /** A service's settings: on the clone, through the proxy if there is one. */
  async environment(extra: Environment = {}): Promise<Environment> {
    const address = new URL(this.database)
    if (this.proxy !== undefined) address.port = String(this.proxy.port)
    return {
      DATABASE_URL: address.toString(),
      DATA_DIR: directoryIn(this.directory, `node-${this.services.length}`),
      PORT: String(await freePort()),
      ...settings,
      ...extra
    }
  }

  /** Launches a service, which ends with the trial. */
  async launch(extra: Environment = {}, limit?: number): Promise<Service> {
    const service = new Service(await this.environment(extra), { limit })
    service.launch()
    this.services.push(service)
    this.defer(() => service.ended(0))
    return service
  }

  async service(extra: Environment = {}, limit?: number): Promise<Service> {
    const service = await this.launch(extra, limit)
    await service.ready()
    return service
  }

  /** Sends a call that must succeed; on a busy machine it may get 503 first. */
  async call(method: string, path: string, body?: object, url = this.services[0]!.url): Promise<any> {
    const { token } = this.places.main
    const asked = { method, url: `${url}${path}`, token, ...(body && { body, key: `call-${++this.calls}` }) }
    const answer = await until(20, async () => {
      const one = await send(undefined, asked)
      return one.status === 503 ? undefined : one
    })
    if ((answer?.status ?? 500) >= 300)
      throw new Error(`${method} ${path}: ${answer?.status} ${answer?.text}`)
    return JSON.parse(answer!.text)
  }

  async subscribe(): Promise<void> {
    const path = `/${this.name}/good`
    const events = ["deal.created", "deal.stage_changed", "deal.won", "lead.created"]
    const { boardId } = this.places.main
    const made = await this.call("POST", "/v1/webhooks", {
      boardId,
      url: `${this.site.receiver.url}${path}`,
      events
    })
    this.site.receiver.trust(path, made.signingSecret)
    this.subscription = { id: made.id, path }
  }

  /** Runs load, with the fault in the middle. */
  async load(plan: Plan): Promise<Load> {
    const { after = 8, before = 4, heal, holds = 0, rate = this.options.rate, strike } = plan
    const url = plan.url ?? (() => this.services[0]!.url)
    if (this.subscription === undefined) await this.subscribe()
    const stages = await this.call("GET", `/v1/boards/${this.places.main.boardId}/stages`)
    const subject = { ...this.places, stages: stages.map(({ id }: { id: string }) => id) }
    const tag = `${this.name}-${this.random.below(1e6)}`
    const mix = Mix.make(subject, this.ledger, this.random, tag)
    const load = new Load(mix, url, this.random)
    const began = performance.now()
    const running = load.run(rate)
    await sleep(before + this.random.next())
    const struck = performance.now()
    await strike()
    await sleep(holds)
    await heal?.()
    const healed = performance.now()
    this.moments = { began, struck, healed }
    await sleep(after)
    await Promise.all([load.stop(20), running])
    return load
  }

  /** A service that answers. */
  get running(): Service | undefined {
    return this.services.find((one) => !one.isOver)
  }

  /** Ends the running services with SIGTERM, and records how they ended. */
  async end(): Promise<void> {
    const running = this.services.filter((service) => !service.isOver)
    const ends = await Promise.all(running.map((service) => service.end()))
    this.ends.push(...ends)
    for (const [index, { signal }] of ends.entries()) {
      if (signal !== null) this.note(`before it was killed it printed: ${running[index]!.said.slice(-400)}`)
    }
  }

  async close(): Promise<void> {
    await Effect.runPromise(Scope.close(this.scope, Exit.void))
  }
}
