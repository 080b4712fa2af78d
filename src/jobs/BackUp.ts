import { Effect } from "effect"
import { BackupSchedule } from "../../layers/backups/BackupSchedule.ts"
import * as Job from "./Job.ts"

export const backUp = Job.make("backup", {
  description: "Backs up to BACKUP_TO every BACKUP_EVERY, and removes what BACKUP_KEEP no longer keeps.",
  schedule: "*/10 * * * *",
  timeZone: "UTC",
  run: Effect.fn("jobs.backUp")(function* (asOf) {
    const { run } = yield* BackupSchedule
    return yield* Effect.match(run(asOf), {
      onFailure: ({ message }) => ({ affected: 0, error: message }),
      onSuccess: (affected) => ({ affected, error: null })
    })
  })
})
