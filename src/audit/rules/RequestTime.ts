/** Computes when a request or an audit entry was created from its ID, which contains a UUIDv7. */

/** Tolerance in milliseconds for clock differences, and for the duration of a call. */
const [early, late] = [60_000, 600_000]

/** The end of year 9999, because PostgreSQL can't parse how `toISOString` writes later years. */
const last = Date.UTC(9999, 11, 31)

/** The time range of a request's entries, or of the entry with this ID; undefined for a foreign ID. */
export const of = (id: string): { readonly from: string; readonly to: string } | undefined => {
  const hex = /^(?:req_)?([0-9a-f]{12})7[0-9a-f]{19}$/u.exec(id.replaceAll("-", ""))?.[1]
  if (hex === undefined) return undefined
  const at = Number.parseInt(hex, 16)
  if (at > last) return undefined
  return { from: new Date(at - early).toISOString(), to: new Date(at + late).toISOString() }
}
