/** The doctor's checks of BACKUP_TO: whether there is a recent, verified backup. */
import { Effect } from "effect"
import * as Backups from "../../../layers/backups/Backups.ts"
import * as BackupLocation from "../../../layers/backups/BackupLocation.ts"
import { Settings } from "../../../layers/settings/Settings.ts"
import * as Retention from "../../../src/shared/time/Retention.ts"
import { fail, type Finding, ok, warn } from "./Finding.ts"

const command = "npm run -s admin -- backup"

const spanOf = (millis: number) =>
  millis < 2 * 3_600_000 ? `${Math.round(millis / 60_000)} min` : `${Math.round(millis / 3_600_000)} h`

/** Lists the backups and reads the manifest of each. */
export const look = Effect.fnUntraced(function* (settings: Settings["Service"], now: number) {
  const { backupEvery, backupTo } = settings
  if (backupTo === undefined) {
    const todo = "Set BACKUP_TO (docs/operations/backup.md), unless something else makes them."
    return [warn("backups", "none are configured", todo)]
  }
  const all = yield* Effect.provideService(
    Effect.flatMap(BackupLocation.at(backupTo), (store) => Backups.list(store)),
    Settings,
    settings
  )
  const found = all.filter(({ isDamaged }) => !isDamaged)
  const [newest] = found
  if (newest === undefined) return [fail("backups", `there is none in ${backupTo}`, `${command} create`)]
  const age = now - Date.parse(newest.at)
  const says = `the newest in ${backupTo} is ${spanOf(age)} old`
  if (age > 2 * Retention.millisOf(backupEvery)) {
    const todo = `Does the service run? ${command} create makes one, or says why it can't.`
    return [fail("backups", `${says}, though one is due every ${backupEvery}`, todo)]
  }
  const finding: Finding = found.some(({ isVerified }) => isVerified)
    ? ok("backups", says)
    : warn("backups", `${says}; none of ${found.length} was verified`, `${command} verify`)
  return [finding]
})
