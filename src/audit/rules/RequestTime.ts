/** When a request was made or an entry begun, by its id, which is or holds a UUIDv7 and so the time. */

/** Clocks may differ a little, and a call may take its time. */
const [early, late] = [60_000, 600_000]

/** Ends within the year 9999: PostgreSQL does not read what `toISOString` writes for later ones. */
const last = Date.UTC(9999, 11, 31)

/** The time in which a request's entries were written, or the entry of this id; undefined if the id isn't one of ours. */
export const of = (id: string): { readonly from: string; readonly to: string } | undefined => {
  const hex = /^(?:req_)?([0-9a-f]{12})7[0-9a-f]{19}$/u.exec(id.replaceAll("-", ""))?.[1]
  if (hex === undefined) return undefined
  const at = Number.parseInt(hex, 16)
  if (at > last) return undefined
  return { from: new Date(at - early).toISOString(), to: new Date(at + late).toISOString() }
}
