/** Writes of deals and notes. */
import { id, parts, pick, there, type Turn, write, type Write } from "./SequenceWrite.ts"

export const createDeal = (turn: Turn): Write => {
  const { index, model } = turn
  const name = `d${model.deals.length}`
  model.deals.push({ name, isThere: true, stage: 0 })
  return write(
    turn,
    "create a deal",
    ({ board }) => ["POST", "/v1/deals", { boardId: board, name: `Deal ${index}`, amountCents: index }],
    { writes: parts.map((part) => `${name}.${part}`), makes: [name, "id"] }
  )
}

/** Needs a deal that is there. */
export const ofDeals = (turn: Turn): ReadonlyArray<() => Write> => {
  const { actor, index, model, target, value } = turn
  const deal = pick(there(model), target)
  const edit = (part: string, body: object) =>
    write(
      turn,
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
  const some = () => there(model).slice(0, 1 + (value % 3))

  return [
    () => edit("name", { name: `Name ${index}` }),
    () => edit("amount", { amountCents: 1000 + index }),
    () => edit("company", { company: `Company ${index}`, primaryContactEmail: `c${index}@example.com` }),
    () => {
      const stage = elsewhere()
      const note = value % 2 === 0 ? { note: `Moved ${index}` } : {}
      return write(
        turn,
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
        turn,
        `set the stage of ${deal!.name}`,
        (world) => ["PATCH", `/v1/deals/${id(deal!.name)(world)}`, { stageId: world.stages[stage] }],
        enter(stage)
      )
    },
    () => {
      deal!.isThere = false
      const notes = model.notes.filter((note) => note.deal === deal!.name)
      return write(
        turn,
        `delete ${deal!.name}`,
        (world) => ["DELETE", `/v1/deals/${id(deal!.name)(world)}`],
        {
          reads: [...parts.map((part) => `${deal!.name}.${part}`), ...notes.map(({ name }) => name)],
          writes: [`${deal!.name}.exist`]
        }
      )
    },
    () => {
      const name = `n${model.notes.length}`
      model.notes.push({ name, deal: deal!.name, isThere: true, author: actor })
      return write(
        turn,
        `note on ${deal!.name}`,
        (world) => ["POST", `/v1/deals/${id(deal!.name)(world)}/notes`, { contentText: `Note ${index}` }],
        { reads: [`${deal!.name}.exist`], writes: [name], makes: [name, "id"] }
      )
    },
    () => {
      const ids = some()
      return write(
        turn,
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
      if (moving.length === 0) return createDeal(turn)
      return write(
        turn,
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
}

/** Those of notes and of deals that are gone. */
export const ofRest = (turn: Turn): ReadonlyArray<() => Write> => {
  const { actor, index, model, target } = turn
  const note = pick(
    model.notes.filter(
      (one) =>
        one.isThere &&
        (actor === 0 || one.author === actor) &&
        there(model).some(({ name }) => name === one.deal)
    ),
    target
  )
  const gone = pick(
    model.deals.filter(({ isThere }) => !isThere),
    target
  )
  return [
    () => {
      if (note === undefined) return createDeal(turn)
      return write(
        turn,
        `edit ${note.name}`,
        (world) => ["PATCH", `/v1/notes/${id(note.name)(world)}`, { contentText: `Edited ${index}` }],
        { reads: [`${note.deal}.exist`], writes: [note.name] }
      )
    },
    () => {
      if (note === undefined) return createDeal(turn)
      note.isThere = false
      return write(turn, `delete ${note.name}`, (world) => ["DELETE", `/v1/notes/${id(note.name)(world)}`], {
        reads: [`${note.deal}.exist`],
        writes: [note.name]
      })
    },
    () => {
      if (gone === undefined) return createDeal(turn)
      gone.isThere = true
      return write(
        turn,
        `restore ${gone.name}`,
        (world) => ["POST", `/v1/deals/${id(gone.name)(world)}/restore`],
        {
          reads: parts.map((part) => `${gone.name}.${part}`),
          writes: [`${gone.name}.exist`]
        }
      )
    }
  ]
}
