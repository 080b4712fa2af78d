/** A seal lists entries with the digests of their rows, and is chained to the previous seal. */

/** The bytes of an entry in a seal: its time, its id and its digest. */
const [timeSize, idSize, digestSize] = [8, 16, 32]
export const size = timeSize + idSize + digestSize

/** Milliseconds. Entries are sealed within seconds, or within an hour if the process that wrote them ended; this leaves a margin. */
export const grace = 3 * 3_600_000

/** Milliseconds to look back for entries that became visible late because of a slow commit. */
export const overlap = 2 * 3_600_000

export interface Sealed {
  /** ISO 8601. */
  readonly at: string
  readonly id: string
  readonly digest: Uint8Array
}

export const encode = (entries: ReadonlyArray<Sealed>): Buffer => {
  const bytes = Buffer.alloc(entries.length * size)
  entries.forEach(({ at, digest, id }, index) => {
    const start = index * size
    bytes.writeBigInt64BE(BigInt(Date.parse(at)), start)
    bytes.write(id.replaceAll("-", ""), start + timeSize, "hex")
    bytes.set(digest, start + timeSize + idSize)
  })
  return bytes
}

const uuidOf = (hex: string) =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-")

export const decode = (stored: Uint8Array): ReadonlyArray<Sealed> => {
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength)
  return Array.from({ length: Math.floor(bytes.length / size) }, (_, index) => {
    const part = bytes.subarray(index * size, (index + 1) * size)
    return {
      at: new Date(Number(part.readBigInt64BE(0))).toISOString(),
      id: uuidOf(part.toString("hex", timeSize, timeSize + idSize)),
      digest: part.subarray(timeSize + idSize)
    }
  })
}

export interface StoredSeal {
  readonly seq: number
  readonly first_at: string
  readonly last_at: string
  readonly entries: Uint8Array
  readonly hash: Uint8Array
}
