/** API keys by the digest of their token, for as long as what was read of them holds: most requests find their caller here, at once. */
import type { Key } from "./Callers.ts"

/** Keys that are kept. */
const most = 1_000

export class RecentKeys {
  /** How long a key holds after it was read, in milliseconds. */
  readonly #fresh: number
  readonly #byDigest = new Map<string, Key>()
  readonly #readAt = new WeakMap<Key, number>()
  /** Counts what was heard of keys: what was asked for before is not kept after it. */
  news = 0

  constructor(fresh: number) {
    this.#fresh = fresh
  }

  /** Says when a key was read, in milliseconds. */
  wasRead(key: Key, at: number): void {
    this.#readAt.set(key, at)
  }

  /** Keeps a key that was asked for when there had been so much `news`. */
  keep(digest: string, key: Key, news: number): void {
    if (news !== this.news) return
    if (this.#byDigest.size >= most) this.#byDigest.clear()
    this.#byDigest.set(digest, key)
  }

  find(digest: string, now: number): Key | undefined {
    const key = this.#byDigest.get(digest)
    if (key === undefined) return undefined
    const age = now - (this.#readAt.get(key) ?? -Infinity)
    if (age >= 0 && age < this.#fresh && now < key.expiresAt) return key
    this.#byDigest.delete(digest)
    return undefined
  }

  forget(): void {
    this.news += 1
    this.#byDigest.clear()
  }
}
