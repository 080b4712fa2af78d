/** Argon2id hashes in PHC string format, as this service stores them. */

export interface Cost {
  /** KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** About 0.1 s and 46 MiB on a server. */
export const cost: Cost = { memory: 47_104, passes: 2, parallelism: 1 }

/** Hashes with other costs are accepted up to about a second of one core. Future values of `cost` must stay within. */
const bounds = {
  memory: [8_192, 131_072],
  passes: [1, 8],
  parallelism: [1, 4],
  nonce: [8, 64]
} as const

/** Bytes of each hash. */
export const tagLength = 32

export interface StoredHash {
  readonly cost: Cost
  readonly nonce: Buffer
  readonly tag: Buffer
}

const encode = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "")

export const format = (nonce: Buffer, tag: Buffer, { memory, parallelism, passes }: Cost) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(tag)}`

const pattern = /^\$argon2id\$v=19\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,9})\$([\w+/]{1,100})\$([\w+/]{1,100})$/u

const isWithin = ([least, most]: readonly [number, number], value: number) => value >= least && value <= most

/** Undefined unless this service could have made the hash, because a foreign hash chooses its own cost. */
export const parse = (hash: string): StoredHash | undefined => {
  const [, memory, passes, parallelism, nonceText = "", tagText = ""] = pattern.exec(hash) ?? []
  const found = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const [nonce, tag] = [Buffer.from(nonceText, "base64"), Buffer.from(tagText, "base64")]
  const isOurs =
    isWithin(bounds.memory, found.memory) &&
    isWithin(bounds.passes, found.passes) &&
    isWithin(bounds.parallelism, found.parallelism) &&
    isWithin(bounds.nonce, nonce.length) &&
    tag.length === tagLength
  return isOurs ? { cost: found, nonce, tag } : undefined
}
