/** Finds errors in an exported record: ids of other workspaces, unsafe content, and unusable secrets. */
import { Option } from "effect"
import type { WorkspaceId } from "../../../schema/Id.ts"
import * as StoredGoals from "../../../src/boards/rules/StoredGoals.ts"
import * as IntakeToken from "../../../src/intake/rules/IntakeToken.ts"
import { floorOf } from "../../../src/shared/time/UuidTime.ts"
import * as FileId from "../../../src/shared/FileId.ts"
import { parse as parsePassword } from "../people/PasswordHash.ts"
import type { Kind } from "./Kinds.ts"
import type { Sealer } from "./Passphrase.ts"

export type Fields = Readonly<Record<string, unknown>>

/** Bytes. No stored image is larger. */
const maxFileBytes = 20_000_000

const imageTypes = ["image/png", "image/jpeg", "image/webp", "image/gif"]

const isSame = (owner: Option.Option<WorkspaceId>, workspaceId: WorkspaceId) =>
  Option.getOrUndefined(owner) === workspaceId

const foreign = "belongs to another workspace"

/** Errors that the database can't detect: ids of other workspaces, and content that would be served unchanged. */
export const flawOf = (
  kind: string,
  fields: Fields,
  workspaceId: WorkspaceId,
  now: string
): string | undefined => {
  const text = (name: string) => String(fields[name])
  switch (kind) {
    case "workspace":
      return fields["id"] === workspaceId ? undefined : "is of another workspace than the header names"
    case "person":
      return /^[^\s@]+@[^\s@]+$/u.test(text("email")) && text("email") === text("email").toLowerCase()
        ? undefined
        : "has no email address in lower case"
    case "board": {
      const goals = fields["goals"] ?? {}
      return typeof goals === "object" && StoredGoals.isValid(goals) ? undefined : "has invalid goals"
    }
    case "form":
    case "inbound_address":
      return isSame(IntakeToken.workspaceOf(text("token")), workspaceId)
        ? undefined
        : `has a token that ${foreign}`
    case "file":
      if (!isSame(FileId.workspaceOf(text("id")), workspaceId)) return `has an id that ${foreign}`
      if (!/^[0-9a-f]{64}$/u.test(text("sha256"))) return "has no SHA-256"
      if (!imageTypes.includes(text("content_type"))) return "is not an image"
      return Number(fields["bytes"]) <= maxFileBytes ? undefined : `is larger than ${maxFileBytes} bytes`
    case "api_key":
      return /^\\x[0-9a-f]{64}$/u.test(text("hash")) ? undefined : "has no SHA-256 of a token"
    case "audit":
      // A partition can't be created once the default partition has rows of its time range.
      return Date.parse(text("at")) <= Date.parse(now) ? undefined : "is from the future"
    case "delivery":
      return text("id") <= floorOf(new Date(Date.parse(now) + 1).toISOString())
        ? undefined
        : "has an id of the future"
    default:
      return undefined
  }
}

/** The error of a record's secret, if any. */
export const secretFlaw = (kind: Kind, fields: Fields, sealer: Sealer) => {
  for (const column of kind.sealed ?? []) {
    const sealed = fields[column]
    if (typeof sealed !== "string") continue
    const plain = sealer.open(sealed, `${kind.kind}:${String(fields["id"])}:${column}`)
    if (plain === undefined) return `has a ${column} that the passphrase does not open`
    if (column === "password_hash" && parsePassword(plain) === undefined) {
      return "has a password_hash that is not one that this service makes"
    }
    if (column === "url" && !/^https?:$/u.test(URL.parse(plain)?.protocol ?? "")) {
      return "has a url that is none of HTTP"
    }
  }
  return undefined
}
