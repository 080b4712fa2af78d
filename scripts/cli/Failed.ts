/** The reason why a command failed: a code for programs, a line with the fix, and the exit code. */
import { Data } from "effect"

/** The meanings of the exit codes. */
export const exits = { done: 0, refused: 1, usage: 2, waits: 3, away: 4 } as const

export class Failed extends Data.TaggedError("Failed")<{
  readonly code: string
  readonly message: string
  readonly exit: (typeof exits)[keyof typeof exits]
  /** The service's own error, which `--json` prints unchanged. */
  readonly error?: Readonly<Record<string, unknown>>
}> {}

/** The call itself was invalid, so nothing was sent. */
export const usage = (message: string) => new Failed({ code: "usage", message, exit: exits.usage })

export const refused = (code: string, message: string) => new Failed({ code, message, exit: exits.refused })
