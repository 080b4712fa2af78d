/** Time zones by their IANA names. */

/** Whether this is a zone that we know the rules of. Offsets such as `+02:00` are none: they have no summer time. */
export const isZone = (name: string): boolean => name === "UTC" || known.has(name)

/** All that can be chosen, `UTC` first. */
export const names: ReadonlyArray<string> = ["UTC", ...Intl.supportedValuesOf("timeZone")]

const known = new Set(names)
