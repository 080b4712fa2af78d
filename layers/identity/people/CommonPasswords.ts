/** A maintained list of common passwords, loaded when the first password is chosen. */
import { Effect } from "effect"
import { lazy } from "../../../src/shared/Memo.ts"

const list = lazy(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import("@zxcvbn-ts/language-common")
  return new Set(dictionary["passwords-common"].map((password) => password.toLowerCase()))
})

export const common = Effect.promise(list)
