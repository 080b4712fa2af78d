/** The connection to the database loses, cuts or delays data. */
import type { Fault } from "../Fault.ts"
import { sleep, until } from "../../rig/Wait.ts"
import type { Trial } from "../../rig/Trial.ts"

/** Starts a service behind a proxy. */
const begin = async (trial: Trial) => {
  const proxy = await trial.proxied()
  await trial.service()
  return proxy
}

export const silences: ReadonlyArray<Fault> = [
  {
    name: "none",
    promise: "all is well",
    run: async (trial) => {
      await trial.service()
      await trial.load({ strike: () => {}, holds: trial.lasts(2, 10) })
      const bad = trial.ledger.tries.filter(({ status = 0 }) => status >= 500 || status === 0)
      // On a machine that is busy with other work, some requests get 503; nothing else may fail.
      const few = trial.ledger.tries.length / 100
      trial.expect(
        bad.length <= few && bad.every(({ status }) => status === 503),
        "something failed without a fault"
      )
    }
  },
  {
    name: "silence",
    promise: "503 within 3 s, serves again within 6 s",
    isShort: true,
    isSilent: true,
    run: async (trial) => {
      const proxy = await begin(trial)
      await trial.load({ strike: proxy.silence, holds: trial.lasts(8, 45), heal: proxy.restore })
    }
  },
  {
    name: "late",
    promise: "503 within 3 s though bytes only wait",
    isSilent: true,
    run: async (trial) => {
      const proxy = await begin(trial)
      await trial.load({ strike: proxy.hold, holds: 15, heal: proxy.restore })
    }
  },
  {
    name: "forgotten",
    promise: "connections that died without a word are given up",
    isShort: true,
    run: async (trial) => {
      const proxy = await begin(trial)
      await trial.load({ strike: proxy.forget, after: 14 })
    }
  },
  {
    name: "revived",
    promise: "the same where they are heard again after 3 s",
    run: async (trial) => {
      const proxy = await begin(trial)
      const heal = async () => proxy.restore({ revive: true })
      await trial.load({ strike: proxy.forget, holds: 3, heal, after: 14 })
    }
  },
  {
    name: "lost-commit",
    promise: "a COMMIT that was not heard of is found by its key",
    isShort: true,
    run: async (trial) => {
      const proxy = await begin(trial)
      const lose = async () => {
        proxy.lose("COMMIT")
        await until(5, () => proxy.hasLost() || undefined)
      }
      const strike = async () => {
        for (let count = 0; count < trial.lasts(2, 4); count++) await lose()
      }
      await trial.load({ strike, after: 14 })
      trial.expect(proxy.hasLost(), "no COMMIT was lost")
    }
  },
  {
    name: "half-open",
    promise: "connections that are taken and never answered are no hang",
    isSilent: true,
    run: async (trial) => {
      const proxy = await begin(trial)
      const strike = async () => {
        proxy.cut()
        proxy.silence()
      }
      await trial.load({ strike, holds: trial.lasts(8, 15), heal: proxy.restore })
    }
  },
  {
    name: "resets",
    promise: "connections that are reset lose nothing",
    run: async (trial) => {
      const proxy = await begin(trial)
      const strike = async () => {
        for (let count = 0; count < 20; count++) {
          proxy.reset()
          await sleep(trial.random.between(0.2, 0.8))
        }
      }
      await trial.load({ strike })
    }
  },
  {
    name: "slow",
    promise: "200 ms more for each answer: slow, not wrong, and ready",
    run: async (trial) => {
      const proxy = await trial.proxied()
      const service = await trial.service()
      let unready = 0
      let isOver = false
      const watch = async () => {
        while (!isOver) {
          const { status } = await fetch(`${service.url}/readyz`)
          if (status !== 200) unready++
          await sleep(0.5)
        }
      }
      let watching: Promise<void> | undefined
      const strike = async () => {
        proxy.delay(100)
        watching = watch()
      }
      const heal = async () => {
        isOver = true
        proxy.restore()
      }
      // 100 ms each way. A write takes about six round trips, and so holds a connection for over a second.
      await trial.load({ strike, holds: 20, heal, rate: Math.min(8, trial.options.rate) })
      await watching
      trial.expect(unready === 0, `/readyz said ${unready} times that the service is not ready`)
    }
  },
  ...["1", "2"].map((workers): Fault => ({
    name: `sigterm-silent-${workers}`,
    promise: `SIGTERM ends it within 15 s though the database is silent (WORKERS=${workers})`,
    isShort: workers === "1",
    bars: { back: null },
    run: async (trial) => {
      const proxy = await trial.proxied()
      const service = await trial.service({ WORKERS: workers })
      let ended: Awaited<ReturnType<typeof service.end>> | undefined
      const strike = async () => {
        proxy.silence()
        await sleep(trial.random.between(0.5, 3))
        ended = await service.end()
      }
      const heal = async () => {
        proxy.restore()
        service.launch()
        await service.ready()
      }
      await trial.load({ strike, heal })
      trial.note(`ended after ${ended!.seconds.toFixed(1)} s with ${ended!.code ?? ended!.signal}`)
      trial.expect(ended!.seconds <= 16 && ended!.signal === null, "SIGTERM did not end it in time")
    }
  }))
]
