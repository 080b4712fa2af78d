/**
 * PostgreSQL's `restore_command`: asks the process that restores for a file of the log. Its exit codes are PostgreSQL's:
 * 1 if there is no such file, so the log ends; above 125 if it can't be had, which stops the recovery.
 */
import { get } from "node:http"

const [, , address, name, target] = process.argv
const giveUp = 200

get(`${address}/${name}?to=${target}`, ({ statusCode }) =>
  process.exit(statusCode === 200 ? 0 : statusCode === 204 ? 1 : giveUp)
).on("error", () => process.exit(giveUp))
