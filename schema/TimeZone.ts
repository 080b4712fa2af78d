/** Time zones by their IANA names. */
import { Result, Schema } from "effect"

/** Current names (IANA's file `backward`) of time zones that Node lists under an older name. */
const renamed: Readonly<Record<string, string>> = {
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Africa/Asmera": "Africa/Asmara",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk"
}

/** All time zones that can be chosen, `UTC` first. Stored older names stay valid. */
export const names: ReadonlyArray<string> = [
  "UTC",
  ...new Set(
    Intl.supportedValuesOf("timeZone")
      .map((name) => renamed[name] ?? name)
      .toSorted()
  )
]

/** Whether the runtime knows the time zone, under any of its names. Offsets such as `+02:00` are refused, as they have no summer time. */
export const isZone = (name: string): boolean =>
  /^[A-Z][\w+/-]*$/u.test(name) &&
  Result.isSuccess(Result.try(() => new Intl.DateTimeFormat("en", { timeZone: name })))

export const Name = Schema.String.check(
  Schema.makeFilter((name: string) =>
    isZone(name) ? undefined : "is not the IANA name of a time zone, such as Europe/Berlin or UTC"
  )
)
