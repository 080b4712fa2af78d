/** Finds a board, a stage, an owner or a template by name. If none or several match, the error lists candidates. */
import { Result } from "effect"
import { Invalid, NotFound } from "../../schema/Fault.ts"
import type { Currency } from "../../schema/Field.ts"
import type { BoardId, DealId, StageId, TemplateId, UserId } from "../../schema/Id.ts"
import type { Stage } from "../../schema/Stage.ts"
import { nearest } from "./Nearest.ts"
import { shortened } from "./PlainText.ts"

export interface Board {
  readonly id: BoardId
  readonly name: string
  /** The currency of its deals, which may decide which board matches. */
  readonly currency: Currency
}

export interface Owner {
  readonly id: UserId
  readonly name: string | null
  readonly email: string
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu
const stageId = /^stg_[0-9A-Za-z]{16}$/u

/** Ids aren't resolved here, because the operation checks them. */
export const isId = (handle: string): boolean => uuid.test(handle)
export const isStageId = (handle: string): boolean => stageId.test(handle)

/** Whether the text stands for the caller. */
export const isMe = (handle: string): boolean => handle.trim().toLowerCase() === "me"

const plain = (text: string | null) => (text ?? "").trim().toLowerCase()

/** Truncates a name to a length that still distinguishes it from others. */
export const shortName = (name: string): string => shortened(name, 60)

/** Quotes a blank name, and truncates a long one. */
export const quoted = (handle: string) =>
  plain(handle) === "" ? JSON.stringify(handle.slice(0, 10)) : shortName(handle)

/** The maximum number of candidates in an error. */
export const maxCandidates = 20

const joinCandidates = (texts: ReadonlyArray<string>) =>
  texts.length > maxCandidates
    ? `${texts.slice(0, maxCandidates).join(", ")} and ${texts.length - maxCandidates} more`
    : texts.join(", ")

const meant = (handle: string, names: ReadonlyArray<string>) => {
  const name = nearest(handle, names)
  return name === undefined ? "" : ` Did you mean ${shortName(name)}?`
}

const boardFault = (what: string, boards: ReadonlyArray<Board>, hint = "") =>
  new Invalid({
    code: "invalid_body",
    message: `${what} The boards are: ${joinCandidates(boards.map((one) => `${shortName(one.name)} in ${one.currency} (${one.id})`))}.${hint}`,
    meta: {
      boards: boards
        .slice(0, maxCandidates)
        .map(({ currency, id, name }) => ({ id, name: shortName(name), currency }))
    }
  })

/** The board named in a field; by default the workspace's only board. */
export const board = (
  field: string,
  handle: string | undefined,
  boards: ReadonlyArray<Board>
): Result.Result<BoardId, Invalid> => {
  const found = handle === undefined ? boards : boards.filter((one) => plain(one.name) === plain(handle))
  if (found.length === 1) return Result.succeed(found[0]!.id)
  if (handle === undefined) {
    return Result.fail(
      boardFault(`${field} is required, since the workspace has ${boards.length} boards.`, boards)
    )
  }
  return Result.fail(
    found.length === 0
      ? boardFault(
          `${field}: no board is called ${quoted(handle)}.`,
          boards,
          meant(
            handle,
            boards.map((one) => one.name)
          )
        )
      : boardFault(
          `${field}: ${found.length} boards are called ${quoted(handle)}; send the id of one.`,
          found
        )
  )
}

/** A stage, with the name of its board if the context doesn't make it clear. */
export interface Placed extends Stage {
  readonly board?: string
}

/** Lists stages, with their boards if there are several. */
const stagesText = (stages: ReadonlyArray<Placed>) => {
  const isOne = new Set(stages.map(({ board }) => board)).size === 1
  const place = ({ board }: Placed) => (isOne || board === undefined ? "" : ` of board ${shortName(board)}`)
  return joinCandidates(stages.map((one) => `${shortName(one.name)}${place(one)} (${one.id})`))
}

const stageFault = (what: string, stages: ReadonlyArray<Placed>, hint = "") =>
  new Invalid({
    code: "invalid_stage",
    message: `${what} ${stagesText(stages)}.${hint}`,
    meta: {
      stages: stages.slice(0, 3 * maxCandidates).map(({ board, id, name, region }) => ({
        id,
        name: shortName(name),
        region,
        ...(board === undefined ? {} : { board: shortName(board) })
      }))
    }
  })

/** The stage named in a field. `elsewhere` are other boards with a stage of that name. */
export const stage = (
  field: string,
  handle: string,
  stages: ReadonlyArray<Placed>,
  elsewhere: ReadonlyArray<string> = []
): Result.Result<StageId, Invalid> => {
  const found = stages.filter((one) => plain(one.name) === plain(handle))
  if (found.length === 1) return Result.succeed(found[0]!.id)
  if (found.length > 1) {
    return Result.fail(
      stageFault(`${field}: ${found.length} stages are called ${quoted(handle)}; send the id of one:`, found)
    )
  }
  const other =
    elsewhere.length === 0
      ? ""
      : ` (the board ${joinCandidates(elsewhere.map(shortName))} has one, this board does not)`
  return Result.fail(
    stageFault(
      `${field}: no stage of the board is called ${quoted(handle)}${other}. Its stages are:`,
      stages,
      meant(
        handle,
        stages.map((one) => one.name)
      )
    )
  )
}

/** The boards with a stage of that name. */
export const boardsWith = (handle: string, stages: ReadonlyArray<Placed>): ReadonlyArray<string> =>
  stages.flatMap(({ board, name }) => (board !== undefined && plain(name) === plain(handle) ? [board] : []))

const ownerFault = (what: string, owners: ReadonlyArray<Owner>) =>
  new Invalid({
    code: "invalid_owner",
    message: `${what} ${joinCandidates(owners.map((one) => `${shortName(one.name ?? one.email)} <${one.email}>`))}.`,
    meta: {
      members: owners
        .slice(0, maxCandidates)
        .map(({ email, id, name }) => ({ id, name: name && shortName(name), email }))
    }
  })

/** The member named in a field, by email or full name. */
export const owner = (
  field: string,
  handle: string,
  owners: ReadonlyArray<Owner>
): Result.Result<UserId, Invalid> => {
  const byEmail = owners.filter((one) => plain(one.email) === plain(handle))
  const found = byEmail.length > 0 ? byEmail : owners.filter((one) => plain(one.name) === plain(handle))
  if (found.length === 1) return Result.succeed(found[0]!.id)
  return Result.fail(
    found.length === 0
      ? ownerFault(`${field}: no member of the workspace is ${quoted(handle)}. The members are:`, owners)
      : ownerFault(
          `${field}: ${found.length} members are called ${quoted(handle)}; send the email of one:`,
          found
        )
  )
}

interface Template {
  readonly id: TemplateId
  readonly name: string
}

const templateFault = (what: string, templates: ReadonlyArray<Template>, hint = "") =>
  new Invalid({
    code: "invalid_body",
    message: `${what} ${joinCandidates(templates.map((one) => `${shortName(one.name)} (${one.id})`))}.${hint}`,
    meta: {
      templates: templates.slice(0, maxCandidates).map(({ id, name }) => ({ id, name: shortName(name) }))
    }
  })

/** The email template named in a field. */
export const template = (
  field: string,
  handle: string,
  templates: ReadonlyArray<Template>
): Result.Result<TemplateId, Invalid> => {
  const found = templates.filter((one) => plain(one.name) === plain(handle))
  if (found.length === 1) return Result.succeed(found[0]!.id)
  if (found.length > 1) {
    const what = `${field}: ${found.length} templates are called ${quoted(handle)}; send the id of one:`
    return Result.fail(templateFault(what, found))
  }
  const names = templates.map((one) => one.name)
  const what = `${field}: no template is called ${quoted(handle)}. The templates are:`
  return Result.fail(templateFault(what, templates, meant(handle, names)))
}

/** The error for a lead's id instead of a deal's. */
export const isLead = (id: string, dealId: DealId | null): NotFound =>
  new NotFound({
    code: "deal_not_found",
    message: `${id} is a lead, not a deal${dealId === null ? "" : `; it became the deal ${dealId}`}. Read it with get_lead, and use the tools for leads.`
  })

/** The error for a deleted deal that can be restored. */
export const isDeleted = (id: string, at: string, until: string): NotFound =>
  new NotFound({
    code: "deal_not_found",
    message: `There is no deal ${id} any more: it was deleted on ${at.slice(0, 10)}. If it is still wanted, restore it until ${until.slice(0, 10)}: undo with the entryId of the deletion (changes_since has it), POST /v1/deals/${id}/restore, or a person at /deals/deleted.`
  })

/** The error for a deal's id instead of a lead's. */
export const isDeal = (id: string): NotFound =>
  new NotFound({
    code: "lead_not_found",
    message: `${id} is a deal, not a lead. Read it with get_deal, and use the tools for deals.`
  })
