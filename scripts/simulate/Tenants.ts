/** How unequal tenants are: the size of the k-th largest is proportional to 1/k^s (Zipf). */

const made = new Map<string, Float64Array>()

/** Shares of the whole, the largest first. */
export const shares = (tenants: number, s: number): Float64Array => {
  const known = made.get(`${tenants} ${s}`)
  if (known !== undefined) return known
  const weights = Float64Array.from({ length: tenants }, (_, index) => (index + 1) ** -s)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const all = weights.map((weight) => weight / total)
  made.set(`${tenants} ${s}`, all)
  return all
}

/** Whole numbers in these proportions that add up to `total`, at least one each. */
export const split = (total: number, portions: Float64Array): ReadonlyArray<number> => {
  const spare = total - portions.length
  const floors = Array.from(portions, (share) => 1 + Math.floor(share * spare))
  const left = total - floors.reduce((sum, count) => sum + count, 0)
  return floors.map((count, index) => (index < left ? count + 1 : count))
}
