/** Wall clocks that step, or differ. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Fault } from "../Fault.ts"
import * as Fleet from "../../rig/Fleet.ts"
import { type Answered, send } from "../../rig/Http.ts"
import type { Trial } from "../../rig/Trial.ts"
import { sleep, until } from "../../rig/Wait.ts"

const hour = 3_600_000

/** Settings of a service whose clock `set` can change. */
const clockOf = (trial: Trial, name: string) => {
  const file = join(trial.directory, name)
  const set = (millis: number) => writeFileSync(file, String(millis))
  set(0)
  const preload = fileURLToPath(new URL("../Clock.ts", import.meta.url))
  return { set, settings: { NODE_OPTIONS: `--import ${preload}`, FAULTS_CLOCK: file } }
}

export const clocks: ReadonlyArray<Fault> = [
  {
    name: "clock-step",
    promise: "a clock that was 2 h ahead and is right again leaves nobody locked out",
    isShort: true,
    run: async (trial) => {
      const clock = clockOf(trial, "clock")
      const service = await trial.service({ ...clock.settings, RATE_LIMIT_PER_KEY: "3000" })
      const strike = async () => {
        clock.set(2 * hour)
        await sleep(1)
      }
      const heal = async () => {
        clock.set(0)
        await sleep(1)
      }
      await trial.load({ strike, holds: 4, heal })
      // Another client fills its window while the clock is ahead.
      const { token } = await trial.newcomer()
      const ask = () => send(undefined, { method: "GET", url: `${service.url}/v1/me`, token })
      clock.set(2 * hour)
      await sleep(0.5)
      let refused: Answered | undefined
      for (let count = 0; count < 400 && refused === undefined; count++) {
        const answers = await Promise.all(Array.from({ length: 20 }, ask))
        refused = answers.find(({ status }) => status === 429)
      }
      trial.expect(refused !== undefined, "the window was never full")
      clock.set(0)
      await sleep(0.5)
      const { headers, retryAfter } = await ask()
      const waits = [retryAfter, /t=(\d+)/u.exec(String(headers["ratelimit"]))?.[1]]
      trial.note(`a client that is refused is told to wait ${waits.join(" and ")} s`)
      trial.expect(
        waits.every((wait) => Number(wait) <= 60),
        "a client that is refused is told to wait longer than the window is"
      )
      if (trial.options.isShort) return
      const free = await until(65, async () => ((await ask()).status === 200 ? true : undefined))
      trial.expect(free === true, "after 65 s it is refused still")
    }
  },
  {
    name: "clock-skew",
    promise: "a node 2 h ahead that dies keeps no deliveries from the others",
    run: async (trial) => {
      const clock = clockOf(trial, "clock")
      clock.set(2 * hour)
      const ahead = await trial.service(clock.settings)
      const right = await trial.launch()
      await right.ready()
      const lose = () => {
        ahead.kill("SIGKILL")
        return ahead.ended()
      }
      await trial.load({ url: () => right.url, strike: () => Fleet.expectTakeover(trial, lose) })
    }
  }
]
