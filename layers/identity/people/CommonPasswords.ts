/** A maintained list of common passwords, read when the first password is chosen. */
import { Effect } from "effect"

let list: ReadonlySet<string> | undefined

export const common: Effect.Effect<ReadonlySet<string>> = Effect.promise(async () => {
  if (list === undefined) {
    const { dictionary } = await import("@zxcvbn-ts/language-common")
    list = new Set(dictionary["passwords-common"].map((password) => password.toLowerCase()))
  }
  return list
})
