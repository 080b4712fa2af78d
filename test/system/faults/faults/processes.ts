/** Processes of the service that are killed, stopped or replaced. */
import type { Fault } from "../Fault.ts"
import { sleep, until } from "../../rig/Wait.ts"

export const processes: ReadonlyArray<Fault> = [
  {
    name: "kill-app",
    promise: "kill -9 loses nothing; a start serves again",
    before: "21 of 21 checks; ready after 0.9 s",
    isShort: true,
    run: async (trial) => {
      const service = await trial.service()
      const strike = async () => {
        service.kill("SIGKILL")
        await service.ended()
      }
      const heal = async () => {
        service.launch()
        trial.note(`ready ${(await service.ready()).toFixed(1)} s after the start`)
      }
      await trial.load({ strike, holds: trial.random.between(0.5, 2), heal })
    }
  },
  {
    name: "kill-worker",
    promise: "kill -9 of a worker: the others go on, it is replaced",
    before: "3 resets of 1,530; replaced in < 5 s",
    lacks: () => (process.platform === "linux" ? undefined : "only Linux tells which processes are workers"),
    run: async (trial) => {
      const service = await trial.service({ WORKERS: "3" })
      const strike = async () => {
        for (let count = 0; count < 2; count++) {
          process.kill(trial.random.pick(service.workers), "SIGKILL")
          await sleep(2)
        }
      }
      await trial.load({ strike })
      trial.expect(service.workers.length === 3, `${service.workers.length} workers of 3 are there`)
    }
  },
  {
    name: "stop-worker",
    promise: "a worker that hangs (SIGSTOP) is replaced",
    before: "never; clients there hung 40.1 s",
    lacks: () => (process.platform === "linux" ? undefined : "only Linux tells which processes are workers"),
    run: async (trial) => {
      const service = await trial.service({ WORKERS: "3" })
      let victim = 0
      const strike = async () => {
        victim = trial.random.pick(service.workers)
        process.kill(victim, "SIGSTOP")
      }
      await trial.load({ strike, holds: 30 })
      const isGone = !service.workers.includes(victim)
      trial.expect(isGone && service.workers.length === 3, "a worker that hung for 30 s was not replaced")
      if (!isGone) process.kill(victim, "SIGCONT")
    }
  },
  {
    name: "kill-primary",
    promise: "kill -9 of the first process takes its workers along",
    before: "workers gone after 1.4 s; ready after 1.8–3.2 s",
    run: async (trial) => {
      const service = await trial.service({ WORKERS: "3" })
      const workers = service.workers
      const isThere = (pid: number) => {
        try {
          process.kill(pid, 0)
          return true
        } catch {
          return false
        }
      }
      const strike = async () => {
        service.kill("SIGKILL")
        await service.ended()
        const gone = await until(10, () => (workers.some(isThere) ? undefined : true))
        trial.expect(gone === true, "workers outlived the first process by 10 s")
      }
      const heal = async () => {
        service.launch()
        await service.ready()
      }
      await trial.load({ strike, heal })
    }
  },
  {
    name: "stop-node",
    promise: "deliveries of a node that hangs (SIGSTOP) are taken over",
    before: "lease taken over after 8.9 and 13.8 s",
    run: async (trial) => {
      const [first, second] = [await trial.service(), await trial.service()]
      const before = () => trial.site.receiver.got.get(trial.subscription!.path)!.size
      const strike = async () => first.kill("SIGSTOP")
      const heal = async () => {
        const had = before()
        trial.expect(had > 0, "nothing had been delivered")
        first.kill("SIGCONT")
      }
      let most = 0
      const watch = async () => {
        await strike()
        const had = before()
        const began = performance.now()
        await until(25, () => (before() > had + 20 ? true : undefined))
        most = (performance.now() - began) / 1000
        trial.note(`events flowed again after ${most.toFixed(1)} s`)
        await sleep(2)
      }
      await trial.load({ url: () => second.url, strike: watch, heal })
      trial.expect(most <= 20, "no other node took the deliveries over within 20 s")
    }
  },
  {
    name: "few-descriptors",
    promise: "256 descriptors and 400 connections: some are turned away, the rest is served",
    before: "728 resets, 194 × 503; own lack counted as the receiver's",
    lacks: () => (process.platform === "win32" ? "Windows has no ulimit" : undefined),
    run: async (trial) => {
      const { flood } = await import("../Flood.ts")
      const service = await trial.service({}, 256)
      let connections: Awaited<ReturnType<typeof flood>> | undefined
      const strike = async () => {
        connections = await flood(Number(new URL(service.url).port), 400)
      }
      const heal = async () => connections!.end()
      await trial.load({ strike, holds: 10, heal })
      const rows = await trial.query(
        "SELECT count(*)::int AS failed FROM deliveries WHERE webhook_id = $1 AND tries > 1",
        [trial.subscription!.id]
      )
      trial.expect(
        rows[0].failed === 0,
        `${rows[0].failed} deliveries had a try counted for the service's own lack`
      )
    }
  }
]
