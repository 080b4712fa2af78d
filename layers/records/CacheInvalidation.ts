/** Forgets what a cache holds of something that changed. */
import { Cache, Effect } from "effect"

/**
 * Forgets the entries that are about it. Those that failed, or are still being read, go as well: what they would be about
 * is not known.
 */
export const forget = Effect.fnUntraced(function* <A, E>(
  cache: Cache.Cache<string, A, E>,
  isAbout: (value: A, key: string) => boolean
) {
  const kept = new Set<string>()
  for (const [key, value] of yield* Cache.entries(cache)) if (!isAbout(value, key)) kept.add(key)
  for (const key of [...(yield* Cache.keys(cache))]) if (!kept.has(key)) yield* Cache.invalidate(cache, key)
})
