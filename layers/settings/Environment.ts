/** Reads tables of settings from environment variables, and secrets also from files. */
import { Config, ConfigProvider, Data, Effect, FileSystem, Option, SchemaIssue } from "effect"
import type { Setting } from "./Setting.ts"

/** The message is one line for the operator. It names the setting but never its value, which may be secret. */
export class SettingsError extends Data.TaggedError("SettingsError")<{ readonly message: string }> {}

export type Table = Readonly<Record<string, Setting<unknown>>>

type Values<T extends Table> = {
  readonly [K in keyof T]: T[K] extends Setting<infer A> ? A : never
}

const format = SchemaIssue.makeFormatterStandardSchemaV1()

const explain = ({ cause }: Config.ConfigError): SettingsError => {
  if (cause._tag !== "SchemaError") return new SettingsError({ message: cause.message })
  const lines = format(cause.issue).issues.map(
    ({ message, path }) => `${(path ?? []).join("_")} ${message.replace(/^Expected /u, "must be ")}`
  )
  return new SettingsError({ message: lines.join("; ") })
}

/** The variable with the path of a file that contains a secret. */
export const fileOf = (name: string) => `${name}_FILE`

const valueOf = Effect.fnUntraced(function* (name: string) {
  const provider = yield* ConfigProvider.ConfigProvider
  return Option.getOrUndefined(yield* Config.option(Config.String(name)).parse(provider))
})

/** The secret in the file named by `<name>_FILE`; undefined if the variable isn't set. */
const fromFile = Effect.fnUntraced(function* ({ name }: Setting<unknown>) {
  const path = yield* valueOf(fileOf(name))
  if (path === undefined) return undefined
  const fail = (message: string) => new SettingsError({ message })
  if ((yield* valueOf(name)) !== undefined) {
    return yield* fail(`${name} and ${fileOf(name)} are both set: unset one of them`)
  }
  const fs = yield* FileSystem.FileSystem
  const text = yield* Effect.mapError(fs.readFileString(path), ({ reason }) =>
    fail(`${fileOf(name)} names a file that cannot be read (${reason._tag}): ${path}`)
  )
  const value = text.replace(/[\r\n]+$/u, "")
  return value === "" ? yield* fail(`${fileOf(name)} names an empty file: ${path}`) : ([name, value] as const)
})

/** The environment plus the secrets from files. */
const withFiles = Effect.fnUntraced(function* (settings: ReadonlyArray<Setting<unknown>>) {
  const base = yield* ConfigProvider.ConfigProvider
  const secrets = settings.filter(({ isSecret }) => isSecret)
  const found = new Map((yield* Effect.forEach(secrets, fromFile)).filter((one) => one !== undefined))
  return ConfigProvider.make((path) => {
    const value = path.length === 1 ? found.get(String(path[0])) : undefined
    return value === undefined ? base.load(path) : Effect.succeed(ConfigProvider.makeValue(value))
  })
})

/** By default an empty value counts as not set. */
const refuseEmpty = Effect.fnUntraced(function* (settings: ReadonlyArray<Setting<unknown>>) {
  const provider = ConfigProvider.fromEnv({ preserveEmptyStrings: true })
  for (const { name } of settings.filter(({ refusesEmpty }) => refusesEmpty)) {
    const value = yield* Effect.option(Config.String(name).parse(provider))
    if (Option.isSome(value) && value.value.trim() === "") {
      return yield* new SettingsError({
        message: `${name} is set but empty: give it a value, or unset it`
      })
    }
  }
})

/** The values of a table's settings. */
export const read = Effect.fnUntraced(
  function* <T extends Table>(table: T) {
    const settings = Object.values(table)
    yield* refuseEmpty(settings)
    const provider = yield* withFiles(settings)
    const configs = Object.fromEntries(Object.entries(table).map(([key, { config }]) => [key, config]))
    return (yield* Config.all(configs).parse(provider)) as Values<T>
  },
  Effect.mapError((error) => (error._tag === "ConfigError" ? explain(error) : error))
)

/** Names of all variables that are set and not empty. */
export const names = Effect.gen(function* () {
  const provider = yield* ConfigProvider.ConfigProvider
  const below = (
    path: ReadonlyArray<string>
  ): Effect.Effect<ReadonlyArray<string>, ConfigProvider.SourceError> =>
    Effect.flatMap(provider.load(path), (node) => {
      const own = path.length > 0 && node?.value !== undefined ? [path.join("_")] : []
      if (node?._tag !== "Record") return Effect.succeed(own)
      return Effect.map(
        Effect.forEach([...node.keys], (key) => below([...path, key])),
        (deeper) => [...own, ...deeper.flat()]
      )
    })
  return yield* below([])
})
