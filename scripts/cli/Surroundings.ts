/** What a command finds around it: the environment and the terminal. A test has others. */
import { Context } from "effect"
import { homedir } from "node:os"
import { join } from "node:path"

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Columns of the terminal; undefined if the output goes elsewhere, where nothing has to be cut. */
  readonly columns: number | undefined
  /** Whether colours are wanted: on a terminal, unless NO_COLOR is set (no-color.org). */
  readonly colored: boolean
}

const here = (): Surroundings => ({
  env: process.env,
  columns: process.stdout.isTTY ? process.stdout.columns : undefined,
  colored: process.stdout.isTTY && !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb"
})

export const Surroundings = Context.Reference<Surroundings>("scripts/cli/Surroundings", {
  defaultValue: here
})

/** Where the sign-in is kept: the XDG folder of settings. */
export const folderOf = ({ env }: Surroundings): string =>
  join(env["XDG_CONFIG_HOME"] || join(env["HOME"] || homedir(), ".config"), "sales-pipeline")
