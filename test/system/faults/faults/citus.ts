/** A server of a Citus cluster is killed, frozen or silent; a workspace gets shards of its own. */
import * as Citus from "../Citus.ts"
import type { Fault } from "../Fault.ts"
import * as Fleet from "../../rig/Fleet.ts"
import { operate } from "../../rig/Site.ts"
import type { Trial } from "../../rig/Trial.ts"
import { secondsSince } from "../../rig/Wait.ts"

/** Whether a workspace on another worker noticed. */
const others = (trial: Trial) => {
  const failed = trial.ledger.failed.filter(({ kind }) => kind === "capped")
  const all = trial.ledger.of("capped")
  const longest = Math.max(0, ...all.flatMap(({ tries }) => tries.map(({ began, ended }) => ended - began)))
  trial.note(
    `${failed.length} of ${all.length} requests of a workspace on the other worker failed, the longest took ${(longest / 1000).toFixed(1)} s`
  )
  return failed.length
}

const unharmed = (trial: Trial) =>
  trial.expect(others(trial) === 0, "a workspace on the other worker was refused")

const killed = (which: "worker" | "coordinator", promise: string): Fault => ({
  name: `citus-${which}`,
  promise,
  lacks: Citus.lacks,
  run: async (trial) => {
    const cluster = await Citus.use(trial)
    const { balancer } = await Fleet.start(trial, [{}, {}])
    await trial.load({
      url: () => balancer.url,
      strike: cluster[which].kill,
      holds: trial.lasts(3, 8),
      heal: cluster[which].start,
      after: 12
    })
    if (which === "worker") unharmed(trial)
  }
})

/** The deals that are there before a database is distributed. */
const many = Number(process.env["FAULTS_DEALS"] ?? 100_000)

/** The longest that a write waited, without the waits between its tries. */
const waited = (trial: Trial) => {
  const writes = trial.ledger.ops.filter(({ method }) => method !== "GET")
  const spans = writes.map(({ tries }) => tries.at(-1)!.ended - tries[0]!.began)
  const refused = writes
    .flatMap(({ tries }) => tries)
    .filter(({ status }) => status === 409 || status === 503)
  trial.note(
    `the longest of ${writes.length} writes took ${(Math.max(0, ...spans) / 1000).toFixed(1)} s with its repetitions; ${refused.length} tries were told to come again`
  )
}

// A worker that says nothing holds up the first requests of its workspaces to their deadline of 10 s: the balancers of `citus-frozen` and
// `citus-silent` don't send such a request to the next node, where it would wait again.
export const citus: ReadonlyArray<Fault> = [
  killed("worker", "kill -9 of a worker's PostgreSQL: 503 for its workspaces, then it goes on"),
  killed("coordinator", "kill -9 of the coordinator's PostgreSQL: 503, then it goes on"),
  {
    name: "citus-frozen",
    promise: "a worker that hangs (SIGSTOP) holds up its own workspaces only",
    lacks: Citus.lacks,
    bars: { longest: 10.5 },
    run: async (trial) => {
      const { worker } = await Citus.use(trial)
      const { balancer } = await Fleet.start(trial, [{}, {}], "health")
      trial.defer(worker.thaw)
      await trial.load({
        url: () => balancer.url,
        strike: worker.freeze,
        holds: trial.lasts(10, 20),
        heal: worker.thaw,
        after: 14
      })
      unharmed(trial)
    }
  },
  {
    name: "citus-silent",
    promise: "a worker that nothing is heard of any more holds up its own workspaces only",
    lacks: Citus.lacks,
    bars: { longest: 10.5 },
    run: async (trial) => {
      const { node } = await Citus.use(trial)
      const proxy = await Citus.proxied(trial, node)
      const { balancer } = await Fleet.start(trial, [{}, {}], "health")
      await trial.load({
        url: () => balancer.url,
        strike: proxy.silence,
        holds: trial.lasts(10, 20),
        heal: proxy.restore,
        after: 30
      })
      unharmed(trial)
    }
  },
  {
    name: "citus-moves",
    promise: "a large workspace gets shards of its own, and shards move: no request fails",
    lacks: Citus.lacks,
    bars: { back: null },
    run: async (trial) => {
      const { environment } = await Citus.use(trial)
      await Citus.fill(trial, trial.lasts(5_000, 40_000))
      const { balancer } = await Fleet.start(trial, [{}, {}])
      const isolate = ["isolate", "--workspace", trial.places.main.workspaceId]
      const run = async (...words: ReadonlyArray<string>) => {
        const began = performance.now()
        await operate(environment, ["database", ...words])
        const { skew } = await operate(environment, ["database", "status"])
        trial.note(`${words[0]}: ${secondsSince(began).toFixed(1)} s, then skew ${skew}`)
      }
      const strike = async () => {
        await run(...isolate)
        await run("rebalance")
      }
      await trial.load({ url: () => balancer.url, strike })
      others(trial)
      Fleet.expectUnharmed(trial)
    }
  },
  {
    name: "citus-distributes",
    promise:
      "a database is distributed while it is used: writes wait or are told to come again, and reads go on",
    lacks: Citus.lacks,
    // Two processors copy the rows and answer.
    bars: { back: null, longest: 15 },
    run: async (trial) => {
      const { environment } = await Citus.begin(trial)
      await Citus.fill(trial, trial.lasts(5_000, many))
      const { balancer } = await Fleet.start(trial, [{}, {}])
      const strike = async () => {
        const began = performance.now()
        const { secondsWritesWaited } = await operate(environment, ["database", "distribute"])
        trial.note(
          `${many} deals distributed in ${secondsSince(began).toFixed(1)} s, in which writes waited ${secondsWritesWaited} s`
        )
      }
      await trial.load({ url: () => balancer.url, strike })
      waited(trial)
    }
  }
]
