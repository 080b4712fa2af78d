/** Faults of the embedded database, which only the service looks after. */
import { embeddedIn } from "../Embedded.ts"
import type { Fault } from "../Fault.ts"
import * as Disk from "../Disk.ts"
import { directoryIn } from "../Site.ts"

export const embedded: ReadonlyArray<Fault> = [
  {
    name: "embedded-kill-app",
    promise: "kill -9 of the service leaves a database that the next start takes over",
    before: "21 of 21 checks; ready after 0.9 s",
    run: async (trial) => {
      const service = await trial.embedded(directoryIn(trial.directory, "data"))
      const strike = async () => {
        service.kill("SIGKILL")
        await service.ended()
      }
      const heal = async () => {
        service.launch()
        trial.note(`ready ${(await service.ready()).toFixed(1)} s after the start`)
      }
      await trial.load({ strike, holds: 1, heal })
    }
  },
  {
    name: "embedded-kill-postgres",
    promise: "kill -9 of PostgreSQL: it is started again, without the service",
    before: "22 × 503, serving after 0.7 s",
    run: async (trial) => {
      const directory = directoryIn(trial.directory, "data")
      await trial.embedded(directory)
      await trial.load({ strike: async () => process.kill(embeddedIn(directory).pid(), "SIGKILL") })
    }
  },
  {
    name: "embedded-full-disk",
    promise: "the database's disk is full for 20 s: 503 for what writes, and back without a start",
    before: "967 × 503, back at once; after PANIC 0.5 s",
    lacks: Disk.lacks,
    run: async (trial) => {
      const disk = Disk.mount(directoryIn(trial.directory, "disk"), 160)
      trial.defer(disk.unmount)
      await trial.embedded(disk.directory)
      await trial.load({
        strike: async () => disk.fill(),
        holds: 20,
        heal: async () => disk.free(),
        after: 12
      })
    }
  },
  {
    name: "files-full-disk",
    promise:
      "the disk of files is full: 503 for a picture, the rest goes on, and the same key works once there is room",
    before: "500 internal_error for a picture",
    lacks: Disk.lacks,
    run: async (trial) => {
      const disk = Disk.mount(directoryIn(trial.directory, "disk"), 8)
      trial.defer(disk.unmount)
      const { screenshot } = await import("../Pictures.ts")
      await trial.service({ DATA_DIR: disk.directory })
      const send = await screenshot(trial)
      let first: Awaited<ReturnType<typeof send>> | undefined
      const strike = async () => {
        disk.fill()
        first = await send()
      }
      await trial.load({ strike, holds: 4, heal: async () => disk.free() })
      const second = await send()
      trial.note(`a picture: ${first!.status} while full, ${second.status} after`)
      trial.expect(
        first!.status === 503 && first!.retryAfter !== undefined,
        `a picture on a full disk: ${first!.status} ${first!.text.slice(0, 100)}`
      )
      trial.expect(
        second.status === 200,
        `the same key with room again: ${second.status} ${second.text.slice(0, 100)}`
      )
      const { healed, struck } = trial.moments!
      const meanwhile = trial.ledger.tries.filter(({ began }) => began > struck && began < healed)
      const done = meanwhile.filter(({ status = 0 }) => status < 300)
      trial.expect(
        done.length > meanwhile.length / 2,
        `of ${meanwhile.length} requests without a picture ${done.length} succeeded`
      )
    }
  }
]
