/** Several nodes behind a balancer: restarted in turn, killed, cut off. */
import { Effect } from "effect"
import { Agent } from "node:http"
import { type Kind, makeBalancer } from "../../rig/Balancer.ts"
import type { Fault } from "../Fault.ts"
import * as Fleet from "../../rig/Fleet.ts"
import * as Haproxy from "../Haproxy.ts"
import { send } from "../../rig/Http.ts"
import type { Op } from "../../rig/Ledger.ts"
import * as Redis from "../Redis.ts"
import type { Environment, Service } from "../../rig/Service.ts"
import type { Trial } from "../../rig/Trial.ts"
import { secondsSince, sleep, until } from "../../rig/Wait.ts"
import { makeProxy } from "../../../support/fakes/Proxy.ts"
import * as PgBouncer from "../../../support/database/PgBouncer.ts"

const count = 3

const alike = (many: number, settings: Environment) => Array.from({ length: many }, () => settings)

const withoutKey = ({ key, method }: Op) => key === undefined && method !== "GET"

const promises: Readonly<Record<Kind | "haproxy", string>> = {
  retry: "a rolling restart fails nothing behind a balancer that tries the next node",
  health: "nor behind one that only asks /readyz, given SHUTDOWN_DELAY",
  both: "nor behind one that does both",
  haproxy: "nor behind HAProxy with deploy/proxy/haproxy.cfg"
}

/** Its address, and when it uses all nodes again. */
const balancerOf = async (trial: Trial, kind: keyof typeof promises, nodes: ReadonlyArray<Service>) => {
  const urls = nodes.map(({ url }) => url)
  // HAProxy asks every second.
  if (kind === "haproxy") return { url: await Haproxy.start(trial, urls), isWhole: () => sleep(3) }
  const balancer = await makeBalancer(kind, urls)
  trial.defer(balancer.close)
  const isWhole = () => until(10, () => balancer.ready() === nodes.length || undefined)
  return { url: balancer.url, isWhole }
}

const rolling = (kind: keyof typeof promises): Fault => ({
  name: `rolling-${kind}`,
  promise: promises[kind],
  isShort: kind === "retry" || kind === "health",
  ...(kind === "haproxy" && { lacks: Haproxy.lacks }),
  run: async (trial) => {
    const settings = { SHUTDOWN_DELAY: kind === "retry" ? "0" : "5" }
    const nodes = await Fleet.nodesWith(trial, [settings, settings])
    const balancer = await balancerOf(trial, kind, nodes)
    const url = () => balancer.url
    const stop = Fleet.waiting(trial, await trial.newcomer(), url)
    const strike = async () => {
      for (const node of nodes) {
        const { code, seconds } = await node.end()
        trial.expect(code === 0, `a node ended with ${code}`)
        trial.note(`a node ended in ${seconds.toFixed(1)} s`)
        node.launch()
        await node.ready()
        await balancer.isWhole()
      }
    }
    await trial.load({ url, strike, after: 4 })
    await stop()
    Fleet.expectUnharmed(trial)
  }
})

/** Asks one node so many times, some at once; returns how many it let pass. */
const passed = async (url: string, token: string, times: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const all = Array.from({ length: times }, () => send(agent, { method: "GET", url: `${url}/v1/me`, token }))
  const answers = await Promise.all(all)
  agent.destroy()
  return answers.filter(({ status }) => status === 200).length
}

const limit: Fault = {
  name: "one-limit",
  promise: "four nodes that share a Redis let exactly 600 of 4 × 700 requests of a key pass in a minute",
  lacks: Redis.lacks,
  run: async (trial) => {
    const { url } = await Redis.start(trial)
    const { nodes } = await Fleet.start(trial, alike(4, { REDIS_URL: url, RATE_LIMIT_PER_KEY: "600" }))
    const { token } = await trial.newcomer()
    const began = performance.now()
    const each = await Promise.all(nodes.map(({ url }) => passed(url, token, 700)))
    const all = each.reduce((sum, some) => sum + some, 0)
    trial.note(`${each.join(" + ")} = ${all} passed, in ${secondsSince(began).toFixed(0)} s`)
    trial.expect(all === 600, `${all} of 2,800 requests passed`)
  }
}

export const nodes: ReadonlyArray<Fault> = [
  rolling("retry"),
  rolling("health"),
  rolling("both"),
  rolling("haproxy"),
  {
    name: "kill-node",
    promise: "kill -9 of one of three nodes fails only requests without a key that it had begun",
    run: async (trial) => {
      const { balancer, nodes } = await Fleet.start(trial, alike(count, {}))
      const strike = async () => {
        for (let times = 0; times < trial.lasts(1, 3); times++) {
          const node = trial.random.pick(nodes)
          node.kill("SIGKILL")
          await node.ended()
          await sleep(trial.random.between(0.5, 2))
          node.launch()
          await node.ready()
        }
      }
      await trial.load({ url: () => balancer.url, strike })
      Fleet.expectUnharmed(trial, withoutKey)
    }
  },
  {
    name: "node-without-database",
    promise: "a node that hears nothing from the database says so, is left out, and comes back by itself",
    run: async (trial) => {
      const { proxy: hole, settings } = await trial.way()
      const { balancer, nodes } = await Fleet.start(trial, [settings, {}, {}])
      const [cut] = nodes as [(typeof nodes)[number]]
      const strike = async () => {
        hole.silence()
        await Fleet.says(trial, cut, "the database is away", ({ status }) => status === 503, 5)
        await until(10, () => balancer.ready() === count - 1 || undefined)
      }
      const heal = async () => {
        hole.restore()
        await Fleet.says(trial, cut, "the database is back", ({ status }) => status === 200, 10)
      }
      await trial.load({ url: () => balancer.url, strike, holds: trial.lasts(5, 15), heal })
      Fleet.expectUnharmed(trial, withoutKey)
    }
  },
  {
    name: "nodes-redis-killed",
    promise: "kill -9 of the Redis of three nodes fails no request; each says that it is away, and back",
    lacks: Redis.lacks,
    run: async (trial) => {
      const redis = await Redis.start(trial)
      const { balancer, nodes } = await Fleet.start(trial, alike(count, { REDIS_URL: redis.url }))
      const all = async (what: string, word: string | undefined) => {
        for (const node of nodes)
          await Fleet.says(trial, node, what, ({ body, status }) => status === 200 && body.redis === word)
      }
      const strike = async () => {
        redis.kill("SIGKILL")
        await all("Redis is away", "away")
      }
      const heal = async () => {
        redis.start()
        await all("Redis is back", undefined)
      }
      await trial.load({ url: () => balancer.url, strike, holds: 4, heal })
      Fleet.expectUnharmed(trial)
    }
  },
  {
    name: "node-without-redis",
    promise: "a node that hears nothing from Redis counts its share, says so, and fails no request",
    lacks: Redis.lacks,
    run: async (trial) => {
      const redis = await Redis.start(trial)
      const hole = await trial.use(makeProxy("127.0.0.1", redis.proxy.port))
      const others = { REDIS_URL: redis.url }
      const cutOff = { REDIS_URL: `redis://127.0.0.1:${hole.port}` }
      const { balancer, nodes } = await Fleet.start(trial, [cutOff, others, others])
      const [cut] = nodes as [(typeof nodes)[number]]
      const strike = async () => {
        hole.silence()
        await Fleet.says(trial, cut, "Redis is away", ({ body }) => body.redis === "away")
      }
      const heal = async () => {
        hole.restore()
        await Fleet.says(trial, cut, "Redis is back", ({ body }) => body.redis === undefined)
      }
      await trial.load({ url: () => balancer.url, strike, holds: 8, heal })
      Fleet.expectUnharmed(trial)
    }
  },
  {
    name: "kill-pgbouncer",
    promise: "kill -9 of the PgBouncer between two nodes and the database: 503, then it goes on",
    lacks: () => PgBouncer.lacks,
    run: async (trial) => {
      await Effect.runPromise(PgBouncer.limited(trial.database))
      const pooler = await trial.use(PgBouncer.make(trial.database))
      const settings = { DATABASE_URL: pooler.url, DATABASE_LISTEN_URL: trial.database }
      const { balancer } = await Fleet.start(trial, alike(2, settings))
      const strike = () => Effect.runPromise(pooler.kill)
      const heal = () => Effect.runPromise(pooler.start)
      await trial.load({ url: () => balancer.url, strike, holds: trial.lasts(2, 5), heal })
    }
  },
  limit
]
