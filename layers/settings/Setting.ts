/** Kinds of settings. The tables in this folder define each setting in full. */
import { Config, Duration, Option, Redacted, Schema } from "effect"

export interface Setting<out A> {
  /** Name of the environment variable. */
  readonly name: string
  readonly config: Config.Config<A>
  /** The default as shown in docs/settings.md. */
  readonly shown: string
  /** The description in docs/settings.md: Markdown, one line. */
  readonly about: string
  /** Never shown. It can also be read from the file named by `<name>_FILE`. */
  readonly isSecret: boolean
  /** Whether an empty value is an error. Otherwise it counts as not set. */
  readonly refusesEmpty: boolean
}

/** `about` is the description in docs/settings.md. */
interface About {
  readonly about: string
}

/** `unset` describes the behaviour without the setting in docs/settings.md. */
interface Optional extends About {
  readonly unset?: string
}

interface Default<A> extends About {
  readonly default: A
}

type Rest = Partial<Pick<Setting<unknown>, "isSecret" | "refusesEmpty">>

const make = <A>(
  name: string,
  about: string,
  shown: string,
  config: Config.Config<A>,
  { isSecret = false, refusesEmpty = false }: Rest = {}
): Setting<A> => ({ name, config, shown, about, isSecret, refusesEmpty })

const optional = <A>(name: string, { about, unset = "" }: Optional, config: Config.Config<A>, rest?: Rest) =>
  make(name, about, unset, Config.map(Config.option(config), Option.getOrUndefined), rest)

const bounded = ({ least, most }: { readonly least: number; readonly most?: number }) =>
  Schema.NumberFromString.check(
    Schema.isInt(),
    most === undefined
      ? Schema.isGreaterThanOrEqualTo(least)
      : Schema.isBetween({ minimum: least, maximum: most })
  )

interface Bounds extends Default<number> {
  readonly least: number
  readonly most?: number
}

export const whole = (name: string, options: Bounds) =>
  make(
    name,
    options.about,
    String(options.default),
    Config.schema(bounded(options), name).pipe(Config.withDefault(options.default))
  )

/** A whole number of seconds. */
export const seconds = (name: string, options: Bounds): Setting<Duration.Duration> => {
  const { config, ...rest } = whole(name, options)
  return { ...rest, config: Config.map(config, Duration.seconds) }
}

/** A factor above 0. */
export const factor = (name: string, options: Default<number>) =>
  make(
    name,
    options.about,
    String(options.default),
    Config.schema(Schema.NumberFromString.check(Schema.isFinite(), Schema.isGreaterThan(0)), name).pipe(
      Config.withDefault(options.default)
    )
  )

export const flag = (name: string, options: Default<boolean>) =>
  make(
    name,
    options.about,
    String(options.default),
    Config.Boolean(name).pipe(Config.withDefault(options.default))
  )

export const optionalFlag = (name: string, options: Optional) => optional(name, options, Config.Boolean(name))

export const optionalPort = (name: string, options: Optional) => optional(name, options, Config.Port(name))

export const oneOf = <const A extends string>(
  name: string,
  options: Default<A> & { readonly of: ReadonlyArray<A> }
): Setting<A> =>
  make(
    name,
    options.about,
    options.default,
    Config.Literals(options.of, name).pipe(Config.withDefault(options.default))
  )

/** A pattern for text; `expected` describes it. */
interface Pattern {
  readonly like: RegExp
  readonly expected: string
}

const matching = (name: string, pattern?: Pattern) =>
  pattern === undefined
    ? Config.NonEmptyString(name)
    : Config.schema(Schema.String.check(Schema.isPattern(pattern.like, { expected: pattern.expected })), name)

export const text = (name: string, options: Default<string> & { readonly pattern?: Pattern }) =>
  make(
    name,
    options.about,
    options.default,
    matching(name, options.pattern).pipe(Config.withDefault(options.default))
  )

export const optionalText = (name: string, options: Optional & { readonly pattern?: Pattern }) =>
  optional(name, options, matching(name, options.pattern))

/** Comma-separated texts. */
export const list = (name: string, options: Optional): Setting<ReadonlyArray<string>> => {
  const { config, ...rest } = optionalText(name, options)
  const split = (text = "") =>
    text
      .split(",")
      .map((one) => one.trim())
      .filter((one) => one !== "")
  return { ...rest, config: Config.map(config, split) }
}

/** An absolute http(s) address without a trailing slash. */
export const address = (name: string, options: Optional) => {
  const pattern = { like: /^https?:\/\/[^\s/]+(\/[^\s]*)?$/u, expected: "an address, http://… or https://…" }
  const { config, ...rest } = optionalText(name, { ...options, pattern })
  return { ...rest, config: Config.map(config, (text) => text?.replace(/\/+$/u, "")) }
}

/** Like `address`, without a path: pages, cookies and discovery documents are served from the root. */
export const origin = (name: string, options: Optional) => {
  const pattern = {
    like: /^https?:\/\/[^\s/?#@]+\/?$/u,
    expected: "an http(s) address without a path, such as https://crm.example"
  }
  const { config, ...rest } = optionalText(name, { ...options, pattern })
  const plain = (text: string | undefined) =>
    text === undefined ? undefined : (URL.parse(text)?.origin ?? text)
  return { ...rest, config: Config.map(config, plain) }
}

/** A secret: never shown, and also read from the file named by `<name>_FILE`. */
export const secret = (
  name: string,
  options: Optional & { readonly pattern?: Pattern; readonly refusesEmpty?: boolean }
) =>
  optional(name, options, Config.map(matching(name, options.pattern), Redacted.make<string>), {
    isSecret: true,
    refusesEmpty: options.refusesEmpty ?? false
  })

/** A kind for a single setting. `read` returns undefined for invalid text. */
export const custom = <A>(
  name: string,
  options: Default<A> & {
    readonly shown: string
    readonly expected: string
    readonly read: (text: string) => A | undefined
  }
) => {
  const accepted = Schema.String.check(
    Schema.makeFilter((text) => options.read(text) !== undefined || `Expected ${options.expected}`)
  )
  const config = Config.schema(accepted, name).pipe(
    Config.map((text) => options.read(text)!),
    Config.withDefault(options.default)
  )
  return make(name, options.about, options.shown, config)
}
