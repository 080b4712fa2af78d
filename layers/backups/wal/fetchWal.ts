/**
 * PostgreSQL's `restore_command`: requests a WAL file from the restoring process. Exit code 1 means that the file doesn't exist, so the WAL
 * ends; a code above 125 stops the recovery.
 */
import { get } from "node:http"

const [, , address, name, target] = process.argv
const giveUp = 200

get(`${address}/${name}?to=${target}`, ({ statusCode }) =>
  process.exit(statusCode === 200 ? 0 : statusCode === 204 ? 1 : giveUp)
).on("error", () => process.exit(giveUp))
