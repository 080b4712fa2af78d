/** The smallest UUIDv7 of a time. Earlier ids sort before it. */
export const floorOf = (at: string): string => {
  const hex = Math.max(0, Date.parse(at)).toString(16).padStart(12, "0")
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
