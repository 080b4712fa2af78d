/** Creates and edits a deal, and lists the changes for the activity feed. */
import type { Board } from "../../../schema/Board.ts"
import type { Deal, Edit } from "../../../schema/Deal.ts"
import type { LeadId } from "../../../schema/Id.ts"
import * as Stage from "../../../schema/Stage.ts"
import * as NextStep from "./NextStep.ts"
import * as StageEntry from "./StageEntry.ts"

interface Owner {
  readonly id: Deal["ownerId"]
  readonly name: string | null
}

const distinct = (labels: ReadonlyArray<string>) => [...new Set(labels)]

const contactFields = {
  primaryContactName: "name",
  primaryContactTitle: "title",
  primaryContactEmail: "email",
  primaryContactPhone: "phone",
  primaryContactLinkedin: "linkedin"
} as const

type ContactEdit = { readonly [Field in keyof typeof contactFields]?: string | null }

/** The primary contact with the sent fields applied. */
export const contact = (before: Deal["primaryContact"], edit: ContactEdit): Deal["primaryContact"] => {
  const after: Record<string, string | null> = { ...before }
  for (const [field, key] of Object.entries(contactFields)) {
    const value = edit[field as keyof ContactEdit]
    if (value !== undefined) after[key] = value
  }
  return after as Deal["primaryContact"]
}

export const labels = (sent: ReadonlyArray<string> | undefined, before: ReadonlyArray<string>) =>
  sent === undefined ? before : distinct(sent)

const day = /^\d{4}-\d{2}-\d{2}$/u

/** A day lasts until its end. */
export const due = (sent: string | null): string | null => {
  if (sent === null) return null
  return day.test(sent) ? NextStep.fromDay(sent) : new Date(sent).toISOString()
}

const noContact: Deal["primaryContact"] = {
  name: null,
  title: null,
  email: null,
  phone: null,
  linkedin: null
}

/** A new deal, made of a lead or of none, in the board's currency and with its default amount if none was sent. */
export const create = (
  board: Board,
  sent: Edit & { readonly name: string },
  stage: Stage.Stage,
  owner: Owner,
  id: Deal["id"],
  now: string,
  leadId: LeadId | null = null
): Deal => ({
  id,
  boardId: board.id,
  name: sent.name,
  company: sent.company ?? null,
  amountCents: sent.amountCents === undefined ? board.defaultDealAmountCents || null : sent.amountCents,
  currency: board.currency,
  stage: Stage.ref(stage),
  ownerId: owner.id,
  ownerName: owner.name,
  labels: labels(sent.labels, []),
  primaryContact: contact(noContact, sent),
  keyTerms: sent.keyTerms ?? null,
  nextStep: sent.nextStep ?? null,
  nextStepAt: due(sent.nextStepAt ?? null),
  leadId,
  externalId: sent.externalId ?? null,
  createdAt: now,
  updatedAt: now,
  stageEnteredAt: now,
  ...StageEntry.initial(stage.region, now)
})

/** The deal after `edit`. A new stage is a correction, not a move: no stamps change. */
export const apply = (
  deal: Deal,
  edit: Edit,
  stage: Stage.Stage | undefined,
  owner: Owner | undefined,
  now: string
): Deal => ({
  ...deal,
  name: edit.name ?? deal.name,
  company: edit.company === undefined ? deal.company : edit.company,
  amountCents: edit.amountCents === undefined ? deal.amountCents : edit.amountCents,
  stage: stage === undefined ? deal.stage : Stage.ref(stage),
  ownerId: owner?.id ?? deal.ownerId,
  ownerName: owner === undefined ? deal.ownerName : owner.name,
  labels: labels(edit.labels, deal.labels),
  primaryContact: contact(deal.primaryContact, edit),
  keyTerms: edit.keyTerms === undefined ? deal.keyTerms : edit.keyTerms,
  nextStep: edit.nextStep === undefined ? deal.nextStep : edit.nextStep,
  nextStepAt: edit.nextStepAt === undefined ? deal.nextStepAt : due(edit.nextStepAt),
  externalId: edit.externalId === undefined ? deal.externalId : edit.externalId,
  updatedAt: now
})

const facts = (deal: Deal) => ({
  name: deal.name,
  company: deal.company,
  amountCents: deal.amountCents,
  stage: { id: deal.stage.id, name: deal.stage.name, region: deal.stage.region },
  ownerId: deal.ownerId,
  labels: deal.labels,
  primaryContact: deal.primaryContact,
  keyTerms: deal.keyTerms,
  nextStep: deal.nextStep,
  nextStepAt: deal.nextStepAt,
  externalId: deal.externalId
})

type Facts = ReturnType<typeof facts>

export type Changes = { readonly [field: string]: { readonly from: unknown; readonly to: unknown } }

/** The fields that differ; empty if none do. A new owner is also named, so that the feed can be read without the members. */
export const changes = (before: Deal, after: Deal): Changes => {
  const [a, b] = [facts(before), facts(after)]
  const names = { ownerName: { from: before.ownerName, to: after.ownerName } }
  const changed = Object.fromEntries(
    (Object.keys(a) as Array<keyof Facts>)
      .filter((field) => JSON.stringify(a[field]) !== JSON.stringify(b[field]))
      .map((field) => [field, { from: a[field], to: b[field] }])
  )
  return before.ownerId === after.ownerId ? changed : { ...changed, ...names }
}
