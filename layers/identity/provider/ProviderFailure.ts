/** Why a provider did not sign a person in: for the log, and told apart for the page. */
import { Data } from "effect"
import { status } from "../../../schema/Fault.ts"

/** The provider can't be reached, or answers nothing useful: it may do so later. */
export class ProviderAway extends Data.TaggedError("ProviderAway")<{ readonly message: string }> {}

/** What came from the browser or the provider doesn't prove who the person is. */
export class NotProven extends Data.TaggedError("NotProven")<{ readonly message: string }> {}

interface Coded {
  readonly message: string
  readonly code?: string
  readonly cause?: unknown
  readonly status?: number
  readonly error?: string
}

/** Failures of connections and answers, by the library's codes; those of `fetch` have none. */
const away = new Set(["OAUTH_RESPONSE_IS_NOT_JSON", "OAUTH_PARSE_ERROR", "OAUTH_TIMEOUT", "ERR_JWKS_TIMEOUT"])

const isTheirs = (code: number) => code >= status.api_error

const isAway = ({ cause, code, status: answered = 0 }: Coded): boolean => {
  if (isTheirs(answered)) return true
  if (code === "OAUTH_RESPONSE_IS_NOT_CONFORM") return cause instanceof Response && isTheirs(cause.status)
  return code === undefined || away.has(code) || !/^(OAUTH|ERR)_/u.test(code)
}

/** Names what went wrong, never a token. */
const told = ({ cause, code, error, message }: Coded): string => {
  const below = cause instanceof Error && cause.message !== message ? cause.message : undefined
  return [message, error, code, below]
    .filter((part) => part !== undefined && part !== "")
    .join("; ")
    .slice(0, 500)
}

export const of = (thrown: unknown): ProviderAway | NotProven => {
  if (thrown instanceof NotProven) return thrown
  const coded: Coded = thrown instanceof Error ? thrown : { message: String(thrown) }
  const message = told(coded)
  return isAway(coded) ? new ProviderAway({ message }) : new NotProven({ message })
}
