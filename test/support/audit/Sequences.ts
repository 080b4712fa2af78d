/**
 * Sequences of writes of deals, notes and leads, each valid when its turn comes. What a write reads and writes is known, and
 * so which later writes built upon it.
 */
import * as fc from "fast-check"

/** What a call needs of a workspace: ids by name (`d0`, `n2`, `l1`), and its stages. */
export interface World {
  readonly ids: Map<string, string>
  readonly board: string
  readonly stages: ReadonlyArray<string>
}

export interface Write {
  readonly index: number
  /** 0 is an admin, the others are members. */
  readonly actor: number
  readonly what: string
  readonly reads: ReadonlySet<string>
  readonly writes: ReadonlySet<string>
  readonly call: (world: World) => readonly [method: string, path: string, body?: object]
  /** The name under which the id of what it makes is kept, and where the answer has it. */
  readonly makes?: readonly [name: string, field: string]
}

const raw = fc.record({
  kind: fc.nat(20),
  actor: fc.nat(2),
  target: fc.nat(50),
  value: fc.nat(50),
  chosen: fc.boolean()
})

export const sequence = fc.array(raw, { minLength: 5, maxLength: 16 })
type Raw = typeof sequence extends fc.Arbitrary<infer A> ? A : never

interface Model {
  readonly deals: Array<{ name: string; isThere: boolean; stage: number }>
  readonly notes: Array<{ name: string; deal: string; isThere: boolean; author: number }>
  readonly leads: Array<{ name: string; status: string }>
}

const parts = ["exist", "name", "amount", "company", "labels", "stage"]

const pick = <A>(all: ReadonlyArray<A>, at: number): A | undefined => all[at % all.length]

/** The writes of a sequence; stages 0 to 5 are those of a new board, of which the first is where deals begin. */
export const compile = (all: Raw): ReadonlyArray<Write> => {
  const model: Model = { deals: [], notes: [], leads: [] }
  const there = () => model.deals.filter(({ isThere }) => isThere)
  return all.map(({ actor, kind, target, value }, index): Write => {
    const write = (
      what: string,
      call: Write["call"],
      of: {
        reads?: ReadonlyArray<string>
        writes: ReadonlyArray<string>
        makes?: Write["makes"]
        actor?: number
      }
    ): Write => ({
      index,
      actor: of.actor ?? actor,
      what,
      reads: new Set(of.reads),
      writes: new Set(of.writes),
      call,
      ...(of.makes && { makes: of.makes })
    })
    const id = (name: string) => (world: World) => world.ids.get(name)!

    const createDeal = () => {
      const name = `d${model.deals.length}`
      model.deals.push({ name, isThere: true, stage: 0 })
      return write(
        "create a deal",
        ({ board }) => ["POST", "/v1/deals", { boardId: board, name: `Deal ${index}`, amountCents: index }],
        { writes: parts.map((part) => `${name}.${part}`), makes: [name, "id"] }
      )
    }
    const deal = pick(there(), target)
    const edit = (part: string, body: object) =>
      write(
        `edit ${part} of ${deal!.name}`,
        (world) => ["PATCH", `/v1/deals/${id(deal!.name)(world)}`, body],
        {
          reads: [`${deal!.name}.exist`],
          writes: [`${deal!.name}.${part}`]
        }
      )
    /** Another stage than it is in. */
    const elsewhere = () => (deal!.stage + 1 + (value % 5)) % 6
    const enter = (stage: number) => {
      deal!.stage = stage
      return { reads: [`${deal!.name}.exist`], writes: [`${deal!.name}.stage`] }
    }
    const some = () => there().slice(0, 1 + (value % 3))

    const ofDeals: ReadonlyArray<() => Write> = [
      () => edit("name", { name: `Name ${index}` }),
      () => edit("amount", { amountCents: 1000 + index }),
      () => edit("company", { company: `Company ${index}`, primaryContactEmail: `c${index}@example.com` }),
      () => {
        const stage = elsewhere()
        const note = value % 2 === 0 ? { note: `Moved ${index}` } : {}
        return write(
          `move ${deal!.name}`,
          (world) => [
            "POST",
            `/v1/deals/${id(deal!.name)(world)}/move`,
            { toStageId: world.stages[stage], ...note }
          ],
          enter(stage)
        )
      },
      () => {
        const stage = elsewhere()
        return write(
          `set the stage of ${deal!.name}`,
          (world) => ["PATCH", `/v1/deals/${id(deal!.name)(world)}`, { stageId: world.stages[stage] }],
          enter(stage)
        )
      },
      () => {
        deal!.isThere = false
        const notes = model.notes.filter((note) => note.deal === deal!.name)
        return write(`delete ${deal!.name}`, (world) => ["DELETE", `/v1/deals/${id(deal!.name)(world)}`], {
          reads: [...parts.map((part) => `${deal!.name}.${part}`), ...notes.map(({ name }) => name)],
          writes: [`${deal!.name}.exist`]
        })
      },
      () => {
        const name = `n${model.notes.length}`
        model.notes.push({ name, deal: deal!.name, isThere: true, author: actor })
        return write(
          `note on ${deal!.name}`,
          (world) => ["POST", `/v1/deals/${id(deal!.name)(world)}/notes`, { contentText: `Note ${index}` }],
          { reads: [`${deal!.name}.exist`], writes: [name], makes: [name, "id"] }
        )
      },
      () => {
        const ids = some()
        return write(
          "edit many deals",
          (world) => [
            "POST",
            "/v1/deals/bulk-update",
            { ids: ids.map(({ name }) => id(name)(world)), addLabels: [`label ${index}`] }
          ],
          {
            reads: ids.flatMap(({ name }) => [`${name}.exist`, `${name}.labels`]),
            writes: ids.map(({ name }) => `${name}.labels`)
          }
        )
      },
      () => {
        const ids = some()
        const stage = elsewhere()
        const moving = ids.filter((one) => one.stage !== stage)
        for (const one of moving) one.stage = stage
        if (moving.length === 0) return createDeal()
        return write(
          "move many deals",
          (world) => [
            "POST",
            "/v1/deals/bulk-move",
            { ids: moving.map(({ name }) => id(name)(world)), toStageId: world.stages[stage] }
          ],
          {
            reads: moving.map(({ name }) => `${name}.exist`),
            writes: moving.map(({ name }) => `${name}.stage`)
          }
        )
      }
    ]

    const createLead = () => {
      const name = `l${model.leads.length}`
      model.leads.push({ name, status: "new" })
      return write(
        "create a lead",
        () => ["POST", "/v1/leads", { firstName: `Lead ${index}`, workEmail: `lead${index}@example.com` }],
        { writes: ["exist", "triage", "enrich"].map((part) => `${name}.${part}`), makes: [name, "id"] }
      )
    }
    const lead = pick(model.leads, target)
    const open = pick(
      model.leads.filter(({ status }) => ["new", "contacted", "stale"].includes(status)),
      target
    )
    const ofLeads: ReadonlyArray<() => Write> = [
      () =>
        write(
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
        if (open === undefined) return createLead()
        const to = pick(
          ["contacted", "stale", "junk", "bad_fit"].filter((one) => one !== open.status),
          value
        )!
        open.status = to
        return write(
          `triage ${open.name} as ${to}`,
          (world) => ["PATCH", `/v1/leads/${id(open.name)(world)}`, { triageStatus: to }],
          { reads: [`${open.name}.exist`], writes: [`${open.name}.triage`] }
        )
      },
      () => {
        if (open === undefined) return createLead()
        const name = `d${model.deals.length}`
        model.deals.push({ name, isThere: true, stage: 0 })
        open.status = "promoted"
        return write(
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

    const note = pick(
      model.notes.filter(
        (one) =>
          one.isThere &&
          (actor === 0 || one.author === actor) &&
          there().some(({ name }) => name === one.deal)
      ),
      target
    )
    const gone = pick(
      model.deals.filter(({ isThere }) => !isThere),
      target
    )
    const rest: ReadonlyArray<() => Write> = [
      () => {
        if (note === undefined) return createDeal()
        return write(
          `edit ${note.name}`,
          (world) => ["PATCH", `/v1/notes/${id(note.name)(world)}`, { contentText: `Edited ${index}` }],
          { reads: [`${note.deal}.exist`], writes: [note.name] }
        )
      },
      () => {
        if (note === undefined) return createDeal()
        note.isThere = false
        return write(`delete ${note.name}`, (world) => ["DELETE", `/v1/notes/${id(note.name)(world)}`], {
          reads: [`${note.deal}.exist`],
          writes: [note.name]
        })
      },
      () => {
        if (gone === undefined) return createDeal()
        gone.isThere = true
        return write(
          `restore ${gone.name}`,
          (world) => ["POST", `/v1/deals/${id(gone.name)(world)}/restore`],
          {
            reads: parts.map((part) => `${gone.name}.${part}`),
            writes: [`${gone.name}.exist`]
          }
        )
      }
    ]

    if (kind < ofDeals.length) return deal === undefined ? createDeal() : ofDeals[kind]!()
    if (kind < ofDeals.length + ofLeads.length)
      return lead === undefined ? createLead() : ofLeads[kind - ofDeals.length]!()
    const other = kind - ofDeals.length - ofLeads.length
    if (other < rest.length) return rest[other]!()
    return other % 2 === 0 ? createDeal() : createLead()
  })
}

/** The chosen writes with all that built upon them: nothing else did. */
export const closed = (all: ReadonlyArray<Write>, chosen: ReadonlyArray<boolean>): ReadonlySet<number> => {
  const taken = new Set<number>()
  for (const later of all) {
    const touched = [...later.reads, ...later.writes]
    const isBuilt = all.some(
      ({ index, writes }) =>
        index < later.index && taken.has(index) && touched.some((place) => writes.has(place))
    )
    if (isBuilt || chosen[later.index]!) taken.add(later.index)
  }
  return taken
}
