/** Reasons why a provider did not sign a person in, for the log and the page. */
import { Data } from "effect"
import { status } from "../../../schema/Fault.ts"

/** The provider can't be reached or gives no useful response; it may later. */
export class ProviderAway extends Data.TaggedError("ProviderAway")<{ readonly message: string }> {}

/** The data from the browser or the provider doesn't prove the person's identity. */
export class NotProven extends Data.TaggedError("NotProven")<{ readonly message: string }> {}

interface CodedError {
  readonly message: string
  readonly code?: string
  readonly cause?: unknown
  readonly status?: number
  readonly error?: string
}

/** The library's codes for failed connections and responses; errors of `fetch` have no code. */
const away = new Set(["OAUTH_RESPONSE_IS_NOT_JSON", "OAUTH_PARSE_ERROR", "OAUTH_TIMEOUT", "ERR_JWKS_TIMEOUT"])

const isTheirs = (code: number) => code >= status.api_error

const isAway = ({ cause, code, status: answered = 0 }: CodedError): boolean => {
  if (isTheirs(answered)) return true
  if (code === "OAUTH_RESPONSE_IS_NOT_CONFORM") return cause instanceof Response && isTheirs(cause.status)
  return code === undefined || away.has(code) || !/^(OAUTH|ERR)_/u.test(code)
}

/** Describes the error without any token. */
const describe = ({ cause, code, error, message }: CodedError): string => {
  const below = cause instanceof Error && cause.message !== message ? cause.message : undefined
  return [message, error, code, below]
    .filter((part) => part !== undefined && part !== "")
    .join("; ")
    .slice(0, 500)
}

export const of = (thrown: unknown): ProviderAway | NotProven => {
  if (thrown instanceof NotProven) return thrown
  const coded: CodedError = thrown instanceof Error ? thrown : { message: String(thrown) }
  const message = describe(coded)
  return isAway(coded) ? new ProviderAway({ message }) : new NotProven({ message })
}
