/** An API key's expiry, and the addresses that it can be used from. */
import { Option, Result } from "effect"
import { maxAddresses } from "../../../schema/ApiKey.ts"
import * as IpRange from "../../shared/network/IpRange.ts"

export interface KeyLimits {
  readonly expiresAt: string | null
  /** Empty for any address. */
  readonly allowedAddresses: ReadonlyArray<string>
}

export const none: KeyLimits = { expiresAt: null, allowedAddresses: [] }

/** The limits in a request for a new key. */
export interface LimitsInput {
  readonly expiresIn?: "never" | "30d" | "90d" | "365d" | undefined
  readonly expiresAt?: string | undefined
  readonly allowedAddresses?: ReadonlyArray<string> | undefined
}

export interface Flaw {
  readonly path: string
  readonly message: string
}

const day = 86_400_000

const expiryOf = (
  { expiresAt, expiresIn = "never" }: LimitsInput,
  now: number
): Result.Result<string | null, Flaw> => {
  const path = "expiresAt"
  if (expiresAt === undefined) {
    if (expiresIn === "never") return Result.succeed(null)
    return Result.succeed(new Date(now + Number.parseInt(expiresIn, 10) * day).toISOString())
  }
  if (expiresIn !== "never") {
    return Result.fail({
      path,
      message: `must not be given along with ${Number.parseInt(expiresIn, 10)} days`
    })
  }
  const at = Date.parse(expiresAt)
  return at > now
    ? Result.succeed(new Date(at).toISOString())
    : Result.fail({ path, message: "must be in the future" })
}

const rangesOf = (texts: ReadonlyArray<string>): Result.Result<ReadonlyArray<string>, Flaw> => {
  if (texts.length > maxAddresses) {
    return Result.fail({ path: "allowedAddresses", message: `must be at most ${maxAddresses}` })
  }
  const read = texts.map((text) => ({ text, range: IpRange.parse(text) }))
  const wrong = read.find(({ range }) => Option.isNone(range))
  if (wrong !== undefined) {
    const message = `must be addresses such as 203.0.113.7 or networks such as 203.0.113.0/24 and 2001:db8::/48; ${wrong.text.slice(0, 60)} is neither`
    return Result.fail({ path: "allowedAddresses", message })
  }
  const written = read.flatMap(({ range }) => Option.toArray(Option.map(range, IpRange.format)))
  return Result.succeed([...new Set(written)])
}

/** The limits of a new key, or the problem with the requested ones. */
export const of = (input: LimitsInput, now: string): Result.Result<KeyLimits, Flaw> =>
  Result.flatMap(expiryOf(input, Date.parse(now)), (expiresAt) =>
    Result.map(rangesOf(input.allowedAddresses ?? []), (allowedAddresses) => ({
      expiresAt,
      allowedAddresses
    }))
  )

/** The number of days before expiry from which a warning is shown. */
const warningDays = 14

/** Whether a key has expired, or the number of full days left if it expires soon. */
export const endOf = (expiresAt: string | null, now: string): "over" | number | undefined => {
  if (expiresAt === null) return undefined
  const left = Date.parse(expiresAt) - Date.parse(now)
  if (left <= 0) return "over"
  return left <= warningDays * day ? Math.floor(left / day) : undefined
}
