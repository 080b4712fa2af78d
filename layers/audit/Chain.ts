/**
 * The chain of a workspace's seals. Seals and the signature of the chain's start and end use keys derived from ENCRYPTION_KEY, so somebody
 * with only write access to the database can neither make a seal nor move either end.
 */
import type { Encryption } from "../encryption/Encryption.ts"
import type * as Seal from "./Seal.ts"

/** A row of `audit_heads`. */
export interface Head {
  readonly seq: number
  readonly hash: Uint8Array
  readonly purged_seq: number
  readonly purged_hash: Uint8Array
  /** Null until a version that signs makes its first seal. */
  readonly signed: string | null
  readonly mac: Uint8Array | null
}

/** The columns of `Head`. */
export const columns = "seq, hash, purged_seq, purged_hash, signed, mac"

export const empty: Head = {
  seq: 0,
  hash: new Uint8Array(),
  purged_seq: 0,
  purged_hash: new Uint8Array(),
  signed: null,
  mac: null
}

export interface Signed {
  /** The last seal, and the last purged one, in the format of `pointOf`. */
  readonly end: string
  readonly start: string
  /** The number of the first seal made by a version whose entries have keyed digests. */
  readonly keyedFrom: number
  /** The time of that seal in ISO 8601, if there were seals before it. */
  readonly keyedAt: string | null
}

/** Identifies a seal by its number and hash. */
export const pointOf = (seq: number, hash: Uint8Array): string =>
  `${seq}:${Buffer.from(hash).toString("hex")}`

export const endOf = ({ hash, seq }: Head): string => pointOf(seq, hash)

export const startOf = (head: Head): string => pointOf(head.purged_seq, head.purged_hash)

export const seqOf = (point: string): number => Number.parseInt(point, 10)

/** The fields that a seal's hash covers. */
const textOf = (workspaceId: string, seq: number, previous: string, entries: Uint8Array): string =>
  [workspaceId, seq, previous.split(":")[1], Buffer.from(entries).toString("base64")].join("\n")

/** Milliseconds. During an upgrade, nodes of the previous version may go on writing for this long. */
const upgrade = 24 * 3_600_000

/** Entries before this time may have plain digests; ISO 8601. */
export const plainUntil = ({ keyedAt }: Signed): string =>
  keyedAt === null ? "" : new Date(Date.parse(keyedAt) + upgrade).toISOString()

const isSame = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0

export const make = (encryption: Encryption["Service"]) => {
  const [seal, sign] = [encryption.mac("audit-seal"), encryption.mac("audit-head")]
  const [seals, signs] = [encryption.macs("audit-seal"), encryption.macs("audit-head")]
  const former = encryption.macs("audit")
  const statement = (workspaceId: string, signed: string) => `${workspaceId}\n${signed}`
  return {
    /** The hash of the seal after `previous`. */
    hashOf: (workspaceId: string, seq: number, previous: string, entries: Uint8Array) =>
      seal(textOf(workspaceId, seq, previous, entries)),

    /** The maker of a seal: this version, an earlier one (`before`), or somebody else. */
    makerOf: (workspaceId: string, previous: string, { entries, hash, seq }: Seal.StoredSeal) => {
      const text = textOf(workspaceId, seq, previous, entries)
      if (seals.some((mac) => isSame(mac(text), hash))) return "us"
      return former.some((mac) => isSame(mac(text), hash)) ? "before" : "others"
    },

    sign: (workspaceId: string, signed: Signed) => {
      const text = JSON.stringify(signed)
      return { signed: text, mac: sign(statement(workspaceId, text)) }
    },

    /** The signed content; undefined if the signature isn't the service's. */
    read: (workspaceId: string, { mac, signed }: Head): Signed | undefined =>
      signs.some((one) => mac !== null && isSame(one(statement(workspaceId, signed ?? "")), mac))
        ? JSON.parse(signed!)
        : undefined
  }
}
