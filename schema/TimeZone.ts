/** Time zones by their IANA names. */
import { Result, Schema } from "effect"

/** All that can be chosen, `UTC` first. */
export const names: ReadonlyArray<string> = ["UTC", ...Intl.supportedValuesOf("timeZone")]

/** Whether this is a zone that we know the rules of, by any of its names: the list may have `Asia/Calcutta` alone. Offsets such as `+02:00` are none: they have no summer time. */
export const isZone = (name: string): boolean =>
  /^[A-Z][\w+/-]*$/u.test(name) &&
  Result.isSuccess(Result.try(() => new Intl.DateTimeFormat("en", { timeZone: name })))

export const Name = Schema.String.check(
  Schema.makeFilter((name: string) =>
    isZone(name) ? undefined : "is not the IANA name of a time zone, such as Europe/Berlin or UTC"
  )
)
