/** A command of the admin CLI: its words, its options, and what it does. */
import type { Effect, Schema } from "effect"
import type { Services } from "./Services.ts"

export interface Command<Options extends Schema.Struct.Fields> {
  /** What follows `npm run -s admin --`; a last `<name>` is an argument. */
  readonly words: string
  readonly summary: string
  /** Options as `--kebab-case`, by their camelCase names. */
  readonly options: Options
  /** What it prints, as JSON. */
  readonly run: (
    options: Schema.Struct<Options>["Type"]
  ) => Effect.Effect<unknown, { readonly message: string }, Services>
}

export type Any = Omit<Command<{}>, "run" | "options"> & {
  readonly options: Schema.Struct.Fields
  readonly run: (options: any) => Effect.Effect<unknown, { readonly message: string }, Services>
}

export const make = <Options extends Schema.Struct.Fields>(command: Command<Options>): Command<Options> =>
  command
