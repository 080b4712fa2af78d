/** The keys of totals that only some deals have: of quarters of an hour near the ends of UTC's months and weeks, and of owners' months. */
const isNear = (column: string, unit: string) =>
  `date_trunc('${unit}', ${column} + interval '14 hours') <> date_trunc('${unit}', ${column} - interval '12 hours')`

const edge = (what: string, time: string, units: ReadonlyArray<string>, condition = "true") => {
  const column = `(d.${time} AT TIME ZONE 'UTC')`
  return `(CASE WHEN ${condition} AND (${units.map((unit) => isNear(column, unit)).join(" OR ")})
    THEN 'edge:${what}:' || to_char(date_bin('15 minutes', ${column}, '2000-01-01'), 'YYYY-MM-DD"T"HH24:MI') END)`
}

/** Of each owner. */
const own = (what: string, time: string, condition = "true") => {
  const month = `'month:own-${what}:' || to_char(d.${time} AT TIME ZONE 'UTC', 'YYYY-MM')`
  return [
    `(CASE WHEN ${condition} THEN ${month} || ':' || d.owner_id END)`,
    `(${edge(`own-${what}`, time, ["month"], condition)} || ':' || d.owner_id)`
  ].join(", ")
}

/** Of a deal `d`. */
export const keys = [
  edge("created", "created_at", ["week"]),
  edge("proposal", "commitment_at", ["month"]),
  edge("won", "won_at", ["week", "month"], "d.status = 'won'"),
  edge("dead", "dead_at", ["week", "month"], "d.status = 'dead'"),
  own("proposal", "commitment_at"),
  own("won", "won_at", "d.status = 'won'"),
  own("dead", "dead_at", "d.status = 'dead'")
].join(", ")
