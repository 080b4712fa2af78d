/** Public ids of files: the workspace, then 128 random bits. With the workspace in it, the id alone is enough for a look-up. */
import { Option, Result } from "effect"
import { Base64Url, Hex } from "effect/encoding"
import type { WorkspaceId } from "../../schema/Id.ts"

/** How many random bytes an id needs. */
export const randomSize = 16

const idPattern = /^[\w-]{43}$/u

/** 43 characters of `A–Z a–z 0–9 - _`. */
export const make = (workspaceId: WorkspaceId, random: Uint8Array): string =>
  Base64Url.encode(
    Uint8Array.of(...Result.getOrThrow(Hex.decode(workspaceId.replaceAll("-", ""))), ...random)
  )

/** The workspace of an id; none if the text is not a valid id. */
export const workspaceOf = (id: string): Option.Option<WorkspaceId> => {
  if (!idPattern.test(id)) return Option.none()
  return Option.map(Result.getSuccess(Base64Url.decode(id)), (bytes) => {
    const hex = Hex.encode(bytes.subarray(0, 16))
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, "$1-$2-$3-$4-$5") as WorkspaceId
  })
}
