/** Invalidates cache entries of a changed record. */
import { Cache, Effect } from "effect"

/** Invalidates the matching entries, and those that failed or are still being read, because it is unknown what they are about. */
export const forget = Effect.fnUntraced(function* <A, E>(
  cache: Cache.Cache<string, A, E>,
  isAbout: (value: A, key: string) => boolean
) {
  const kept = new Set<string>()
  for (const [key, value] of yield* Cache.entries(cache)) if (!isAbout(value, key)) kept.add(key)
  for (const key of [...(yield* Cache.keys(cache))]) if (!kept.has(key)) yield* Cache.invalidate(cache, key)
})
