/** API keys by the digest of their token, while their data is fresh. Most requests find their caller here, without an Effect. */
import type { Key } from "./Callers.ts"

/** The maximum number of keys kept. */
const capacity = 1_000

export class RecentKeys {
  /** The milliseconds for which a key is valid after it was read. */
  readonly #fresh: number
  readonly #byDigest = new Map<string, Key>()
  readonly #readAt = new WeakMap<Key, number>()
  /** Counts announcements: a key whose read began before one is not kept after it. */
  news = 0

  constructor(fresh: number) {
    this.#fresh = fresh
  }

  /** Records when a key was read, in Unix milliseconds. */
  wasRead(key: Key, at: number): void {
    this.#readAt.set(key, at)
  }

  /** Keeps a key whose read began when the counter was `news`. */
  keep(digest: string, key: Key, news: number): void {
    if (news !== this.news) return
    if (this.#byDigest.size >= capacity) this.#byDigest.clear()
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
