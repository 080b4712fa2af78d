/** Output other than Effect's log lines, in the format of LOG_FORMAT. As JSON it looks like log lines. */
import { Clock, Console, Effect } from "effect"

type Fields = Readonly<Record<string, string | number | undefined>>

export type Format = "pretty" | "json"

const json = (millis: number, level: string, message: string, annotations: Fields = {}) =>
  JSON.stringify({ message, level, timestamp: new Date(millis).toISOString(), annotations })

const words = (fields: Fields) =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)

/** Prints one line whatever LOG_LEVEL is. Fields without a value are left out. */
export const print = (format: Format, message: string, fields: Fields) =>
  Effect.flatMap(Clock.currentTimeMillis, (millis) =>
    Console.log(
      format === "json"
        ? json(millis, "INFO", message, fields)
        : [new Date(millis).toISOString(), message, ...words(fields)].join(" ")
    )
  )

/** Writes the last line of a process immediately. */
export const last = (format: Format, message: string): void => {
  const text = format === "json" ? json(Date.now(), "FATAL", message) : `sales-pipeline: ${message}`
  process.stderr.write(`${text}\n`)
}

/** Writes Node's warnings as JSON. */
export const warnings = (): void => {
  process.removeAllListeners("warning")
  process.on("warning", ({ message, name }) => {
    process.stderr.write(`${json(Date.now(), "WARN", `${name}: ${message}`)}\n`)
  })
}
