/** Processes of the service that are killed, stopped or replaced. */
import { connect, type Socket } from "node:net"
import type { Fault } from "../Fault.ts"
import * as Fleet from "../../rig/Fleet.ts"
import { sleep, until } from "../../rig/Wait.ts"

export const processes: ReadonlyArray<Fault> = [
  {
    name: "kill-app",
    promise: "kill -9 loses nothing; a start serves again",
    isShort: true,
    run: async (trial) => {
      const service = await trial.service()
      await trial.load({ ...Fleet.restarted(trial, service), holds: trial.random.between(0.5, 2) })
    }
  },
  {
    name: "kill-worker",
    promise: "kill -9 of a worker: the others go on, it is replaced",
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
      const restarted = Fleet.restarted(trial, service)
      const strike = async () => {
        await restarted.strike()
        const gone = await until(10, () => (workers.some(isThere) ? undefined : true))
        trial.expect(gone === true, "workers outlived the first process by 10 s")
      }
      await trial.load({ ...restarted, strike })
    }
  },
  {
    name: "stop-node",
    promise: "deliveries of a node that hangs (SIGSTOP) are taken over",
    run: async (trial) => {
      const [first, second] = [await trial.service(), await trial.service()]
      const strike = async () => {
        await Fleet.expectTakeover(trial, () => first.kill("SIGSTOP"))
        await sleep(2)
      }
      await trial.load({ url: () => second.url, strike, heal: async () => first.kill("SIGCONT") })
    }
  },
  {
    name: "few-descriptors",
    promise: "256 descriptors and 400 connections: some are turned away, the rest is served",
    lacks: () => (process.platform === "win32" ? "Windows has no ulimit" : undefined),
    run: async (trial) => {
      const service = await trial.service({}, 256)
      const { port } = new URL(service.url)
      let sockets: ReadonlyArray<Socket> = []
      const strike = async () => {
        sockets = Array.from({ length: 400 }, () => connect(Number(port), "127.0.0.1").on("error", () => {}))
        await until(10, () => sockets.every(({ connecting }) => !connecting) || undefined)
      }
      const heal = async () => sockets.forEach((socket) => socket.destroy())
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
