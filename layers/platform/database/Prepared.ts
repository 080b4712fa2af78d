/** Finds the statements that a connection has prepared without joining text and types, and without hashing the result, for each. */

/** The driver's cache of them (@effect/sql-pg 4.0.5): the one that was used longest ago goes first. */
export interface Cache {
  readonly get: (text: string, types: ReadonlyArray<number>) => object
  readonly evict: (prepared: object) => void
  readonly statements: Map<string, object>
  readonly trim: (used: object) => void
}

interface Key {
  readonly types: ReadonlyArray<number>
  /** As the driver makes it. */
  readonly key: string
}

/** By text, for all connections; `Texts` gives the same text each time. */
const known = new Map<string, Array<Key>>()

/** Texts, their length, and lists of types of each: what is longer or varies more is joined each time. */
const most = { texts: 1000, length: 16_384, types: 16 }

const isSame = (types: ReadonlyArray<number>, others: ReadonlyArray<number>) => {
  for (let index = 0; index < types.length; index++) if (types[index] !== others[index]) return false
  return types.length === others.length
}

const keyOf = (text: string, types: ReadonlyArray<number>): string => {
  if (types.length === 0) return text
  const joined = () => `${text}\0${types.join(",")}`
  if (text.length > most.length) return joined()
  let keys = known.get(text)
  if (keys === undefined) {
    if (known.size >= most.texts) known.clear()
    keys = []
    known.set(text, keys)
  }
  for (const one of keys) if (isSame(types, one.types)) return one.key
  const key = joined()
  if (keys.length < most.types) keys.push({ types, key })
  return key
}

/** Has all prepared anew: who forgot one may have forgotten all, and the next call would find each by failing once. */
export const forget = (cache: Cache): void => {
  for (const prepared of [...cache.statements.values()]) cache.evict(prepared)
}

/** What has been made quick: the prototype of the driver's caches. */
let quick: object | undefined

/** Has the driver's caches look by keys that are kept. */
export const quicken = (cache: object): void => {
  const driven = Object.getPrototypeOf(cache) as Cache
  if (driven === quick) return
  quick = driven
  const { get } = driven
  const found = function (this: Cache, text: string, types: ReadonlyArray<number>) {
    const key = keyOf(text, types)
    const prepared = this.statements.get(key)
    if (prepared === undefined) return get.call(this, text, types)
    this.statements.delete(key)
    this.statements.set(key, prepared)
    this.trim(prepared)
    return prepared
  }
  Object.assign(driven, { get: found })
}
