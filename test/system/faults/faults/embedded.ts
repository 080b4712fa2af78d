/** Faults of the embedded database, which only the service looks after. */
import { embeddedIn } from "../../rig/Embedded.ts"
import type { Fault } from "../Fault.ts"
import * as Fleet from "../../rig/Fleet.ts"
import * as Disk from "../Disk.ts"
import * as Pictures from "../Pictures.ts"
import { directoryIn } from "../../rig/Site.ts"

export const embedded: ReadonlyArray<Fault> = [
  {
    name: "embedded-kill-app",
    promise: "kill -9 of the service leaves a database that the next start takes over",
    run: async (trial) => {
      const service = await trial.embedded(directoryIn(trial.directory, "data"))
      await trial.load({ ...Fleet.restarted(trial, service), holds: 1 })
    }
  },
  {
    name: "embedded-kill-postgres",
    promise: "kill -9 of PostgreSQL: it is started again, without the service",
    run: async (trial) => {
      const directory = directoryIn(trial.directory, "data")
      await trial.embedded(directory)
      await trial.load({ strike: async () => process.kill(embeddedIn(directory).pid(), "SIGKILL") })
    }
  },
  {
    name: "embedded-full-disk",
    promise: "the database's disk is full for 20 s: 503 for what writes, and back without a start",
    lacks: Disk.lacks,
    run: async (trial) => {
      const disk = Disk.mount(directoryIn(trial.directory, "disk"), 160)
      trial.defer(disk.unmount)
      await trial.embedded(disk.directory)
      await trial.load({
        strike: disk.fill,
        holds: 20,
        heal: disk.free,
        after: 12
      })
    }
  },
  {
    name: "files-full-disk",
    promise:
      "the disk of files is full: 503 for a picture, the rest goes on, and the same key works once there is room",
    lacks: Disk.lacks,
    run: async (trial) => {
      const disk = Disk.mount(directoryIn(trial.directory, "disk"), 8)
      trial.defer(disk.unmount)
      await trial.service({ DATA_DIR: disk.directory })
      await Pictures.load(trial, {
        strike: disk.fill,
        holds: 4,
        heal: disk.free
      })
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
