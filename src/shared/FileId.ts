/** Public ids of files: the workspace's id and 128 random bits. The workspace is included so that a lookup needs only the id. */
import { Option, Result } from "effect"
import { Base64Url, Hex } from "effect/encoding"
import type { WorkspaceId } from "../../schema/Id.ts"

/** The number of random bytes in an id. */
export const randomSize = 16

const idPattern = /^[\w-]{43}$/u

/** Creates an id of 43 characters of `A–Z a–z 0–9 - _`. */
export const make = (workspaceId: WorkspaceId, random: Uint8Array): string =>
  Base64Url.encode(
    Uint8Array.of(...Result.getOrThrow(Hex.decode(workspaceId.replaceAll("-", ""))), ...random)
  )

/** The workspace of an id; none if the id is invalid. */
export const workspaceOf = (id: string): Option.Option<WorkspaceId> => {
  if (!idPattern.test(id)) return Option.none()
  return Option.map(Result.getSuccess(Base64Url.decode(id)), (bytes) => {
    const hex = Hex.encode(bytes.subarray(0, 16))
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, "$1-$2-$3-$4-$5") as WorkspaceId
  })
}
