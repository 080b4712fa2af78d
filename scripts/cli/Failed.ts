/** Why a command did not do what it was asked: a code for programs, a line that says what to do, and the exit code. */
import { Data } from "effect"

/** What the exit code of a command says. */
export const exits = { done: 0, refused: 1, usage: 2, waits: 3, away: 4 } as const

export class Failed extends Data.TaggedError("Failed")<{
  readonly code: string
  readonly message: string
  readonly exit: (typeof exits)[keyof typeof exits]
  /** The service's own error, which `--json` prints as it came. */
  readonly error?: Readonly<Record<string, unknown>>
}> {}

/** The call itself was wrong: nothing was sent. */
export const usage = (message: string) => new Failed({ code: "usage", message, exit: exits.usage })

export const refused = (code: string, message: string) => new Failed({ code, message, exit: exits.refused })
