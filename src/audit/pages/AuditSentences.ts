/** Describes changes and their actors in the reader's language. */
import type { ActorRef } from "../../../schema/Actor.ts"
import type { AuditEntry } from "../../../schema/Audit.ts"
import type { SystemEventType } from "../../../schema/Note.ts"
import * as AuditText from "../rules/AuditText.ts"
import type { ChangeWords } from "../rules/ChangeWords.ts"
import * as ActivityText from "../../deals/rules/ActivityText.ts"
import type { ActivityWords } from "../../deals/rules/ActivityWords.ts"
import * as NextStep from "../../deals/rules/NextStep.ts"
import * as PlainText from "../../shared/PlainText.ts"
import { directed, Message, type Part } from "../../surfaces/web/Html.ts"
import * as Reader from "../../surfaces/web/i18n/Reader.ts"
import type { Reader as ReaderSettings } from "../../surfaces/web/i18n/ReaderSettings.ts"
import { languages, say } from "../../surfaces/web/i18n/Words.ts"

const maxNameLength = 80

const moment =
  (reader: ReaderSettings) =>
  (iso: string): string => {
    if (Number.isNaN(Date.parse(iso))) return iso
    return NextStep.isWholeDay(iso) ? reader.locale.day(iso, "UTC") : Reader.minute(reader, iso)
  }

const ofDeals = (reader: ReaderSettings): ActivityWords => ({
  ...languages[reader.language].history.deal,
  quoted: (text) => languages[reader.language].locale.quoted(directed(text)),
  name: directed,
  money: reader.locale.short,
  moment: moment(reader),
  list: reader.locale.list
})

const ofRecords = (reader: ReaderSettings): ChangeWords => {
  const { title, ...words } = languages[reader.language].history.record
  return {
    ...words,
    money: reader.locale.short,
    moment: moment(reader),
    title: (resource, verb, count) => title(words.resources[resource], verb, count)
  }
}

/** For example `moved it from New to Won`. It follows the actor's name. */
export const activity = (type: SystemEventType, data: unknown, context: ActivityText.ActivityNames): Part =>
  new Message((reader) => ActivityText.of(type, data, context, ofDeals(reader)))

/** Describes the first `max` changes of an audit entry, once, when the page is rendered. */
export const changes = (
  entry: Pick<AuditEntry, "changes">,
  max: number,
  draw: (told: ReturnType<typeof AuditText.changes>, more: number) => Part
): Part => {
  const more = AuditText.changesOf(entry).length - max
  return new Message((reader) =>
    draw(AuditText.changes(entry, { words: ofRecords(reader) }, max), Math.max(0, more))
  )
}

/** The name of a kind of record. */
export const resource = (name: string): Part =>
  new Message(({ language }) => {
    const { resources } = languages[language].history.record
    return resources[name as keyof typeof resources] ?? AuditText.nameOf(name)
  })

/** The name of a field. */
export const field = (name: string, english: string): Part =>
  new Message(({ language }) => languages[language].history.record.fields[name] ?? english)

const withAgent = (agent: string | undefined, person: Part): Part =>
  agent === undefined
    ? person
    : say.activity.agentFor(PlainText.shortened(AuditText.agentName(agent), maxNameLength), person)

/** The person, and the agent that acted for them if it sent its name. */
export const by = (actor: Pick<ActorRef, "agent"> | null, person: Part): Part =>
  withAgent(actor?.agent, person)

/** The actor of an audit entry. */
export const who = ({ agent, id, name, type, userName }: AuditEntry["actor"]): Part => {
  if (type === "job") return say.activity.job(id)
  const alone =
    type === "admin" ? say.activity.operator : type === "visitor" ? say.activity.visitor : undefined
  return withAgent(agent, alone ?? userName ?? name ?? say.activity.someone)
}

/** The key or app that was used; false if the person used a page. */
export const means = (actor: Pick<ActorRef, "type" | "name"> | null): Part => {
  if (actor?.type !== "api_key" && actor?.type !== "oauth") return false
  const words = actor.type === "api_key" ? say.activity.key : say.activity.app
  return actor.name === null ? words.some : words.named(PlainText.shortened(actor.name, maxNameLength))
}
