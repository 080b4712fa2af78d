/**
 * The operator's commands: `npm run -s admin -- <command> [--option value …] [--json]`.
 *
 * Works beside a running service or without one, on the same settings. Prints one JSON document on stdout;
 * a failure prints `{error: {code, message}}` and exits with 1.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Cause, Effect, Schema } from "effect"
import type * as Command from "./admin/Command.ts"
import { commands } from "./admin/commands.ts"
import { layer } from "./admin/Services.ts"
import { invalidBody } from "../src/Input.ts"

class Usage extends Schema.TaggedError<Usage>()("Usage", { code: Schema.String, message: Schema.String }) {}

const optionOf = (field: string) => `--${field.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`

const usageOf = ({ options, words }: Command.Any) => {
  const shown = Object.keys(options).filter((field) => !words.includes(`<${field}>`))
  return [words, ...shown.map((field) => `${optionOf(field)} …`)].join(" ")
}

const usage = () =>
  new Usage({
    code: "usage",
    message: `Say one of these commands: ${commands.map(usageOf).join(" | ")}`
  })

/** The options that follow the words; `--json` is how it prints anyway. */
const parse = (rest: ReadonlyArray<string>): Record<string, string> => {
  const options: Record<string, string> = {}
  for (let index = 0; index < rest.length; index++) {
    const word = rest[index]!
    if (word === "--json") continue
    const mark = word.indexOf("=")
    const [flag, inline] = mark < 0 ? [word] : [word.slice(0, mark), word.slice(mark + 1)]
    const field = flag
      .replace(/^--/u, "")
      .replaceAll(/-([a-z])/gu, (_, letter: string) => letter.toUpperCase())
    const next = rest[index + 1]
    if (inline !== undefined) options[field] = inline
    else if (next === undefined || next.startsWith("--")) options[field] = "true"
    else options[field] = rest[++index]!
  }
  return options
}

/** The command whose words are the first of `args`, and the options given to it. */
const find = (args: ReadonlyArray<string>) => {
  for (const command of commands) {
    const words = command.words.split(" ")
    const named: Record<string, string> = {}
    const matches = words.every((word, index) => {
      const given = args[index]
      if (!word.startsWith("<")) return word === given
      if (given !== undefined && !given.startsWith("--")) named[word.slice(1, -1)] = given
      return given !== undefined
    })
    if (matches) return { command, options: { ...parse(args.slice(words.length)), ...named } }
  }
  return undefined
}

const program = Effect.gen(function* () {
  const found = find(process.argv.slice(2))
  if (found === undefined) return yield* usage()
  const { command, options } = found
  const schema = Schema.toCodecStringTree(Schema.Struct(command.options) as unknown as Schema.Codec<unknown>)
  const decoded = yield* Schema.decodeUnknownEffect(schema, { errors: "all", onExcessProperty: "error" })(
    options
  ).pipe(
    Effect.mapError(({ issue }) => {
      const { message } = invalidBody(issue, Object.keys(command.options))
      return new Usage({ code: "usage", message: `${message} Usage: ${usageOf(command)}` })
    })
  )
  return yield* Effect.provide(command.run(decoded), layer)
})

const print = (document: unknown) =>
  Effect.sync(() => process.stdout.write(`${JSON.stringify(document, null, 2)}\n`))

const fail = (cause: Cause.Cause<unknown>) => {
  const error = Cause.squash(cause) as { readonly code?: unknown; readonly message?: string }
  process.exitCode = 1
  const code = typeof error.code === "string" ? error.code : "failed"
  return print({ error: { code, message: error.message ?? String(error) } })
}

program.pipe(Effect.flatMap(print), Effect.catchCause(fail), NodeRuntime.runMain)
