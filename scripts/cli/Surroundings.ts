/** The environment and terminal of a command, which tests replace. */
import { Context } from "effect"
import { homedir } from "node:os"
import { join } from "node:path"

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Columns of the terminal; undefined if the output goes elsewhere and needn't be cut. */
  readonly columns: number | undefined
  /** Whether to use colours: on a terminal, unless NO_COLOR is set (no-color.org). */
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

/** The folder of the saved sign-in, by the XDG specification. */
export const folderOf = ({ env }: Surroundings): string =>
  join(env["XDG_CONFIG_HOME"] || join(env["HOME"] || homedir(), ".config"), "sales-pipeline")
