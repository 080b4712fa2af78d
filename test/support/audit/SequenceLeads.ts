/** Writes of leads. */
import { id, parts, pick, type Turn, write, type Write } from "./SequenceWrite.ts"

export const createLead = (turn: Turn): Write => {
  const { index, model } = turn
  const name = `l${model.leads.length}`
  model.leads.push({ name, status: "new" })
  return write(
    turn,
    "create a lead",
    () => ["POST", "/v1/leads", { firstName: `Lead ${index}`, workEmail: `lead${index}@example.com` }],
    { writes: ["exist", "triage", "enrich"].map((part) => `${name}.${part}`), makes: [name, "id"] }
  )
}

/** Needs a lead. */
export const ofLeads = (turn: Turn): ReadonlyArray<() => Write> => {
  const { index, model, target, value } = turn
  const lead = pick(model.leads, target)
  const open = pick(
    model.leads.filter(({ status }) => ["new", "contacted", "stale"].includes(status)),
    target
  )
  return [
    () =>
      write(
        turn,
        `enrich ${lead!.name}`,
        (world) => [
          "PATCH",
          `/v1/leads/${id(lead!.name)(world)}`,
          {
            enrichment: {
              score: index,
              [`own${value % 3}`]: { index },
              contact: { name: `Found ${index}` }
            }
          }
        ],
        { reads: [`${lead!.name}.exist`], writes: [`${lead!.name}.enrich`] }
      ),
    () => {
      if (open === undefined) return createLead(turn)
      const to = pick(
        ["contacted", "stale", "junk", "bad_fit"].filter((one) => one !== open.status),
        value
      )!
      open.status = to
      return write(
        turn,
        `triage ${open.name} as ${to}`,
        (world) => ["PATCH", `/v1/leads/${id(open.name)(world)}`, { triageStatus: to }],
        { reads: [`${open.name}.exist`], writes: [`${open.name}.triage`] }
      )
    },
    () => {
      if (open === undefined) return createLead(turn)
      const name = `d${model.deals.length}`
      model.deals.push({ name, isThere: true, stage: 0 })
      open.status = "promoted"
      return write(
        turn,
        `promote ${open.name}`,
        (world) => ["POST", `/v1/leads/${id(open.name)(world)}/promote`],
        {
          reads: [`${open.name}.exist`, `${open.name}.enrich`],
          writes: [...parts.map((part) => `${name}.${part}`), `${open.name}.triage`],
          makes: [name, "dealId"]
        }
      )
    }
  ]
}
