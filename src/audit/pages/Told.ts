/** Changes of records and of deals, told in the reader's language, and who made them. */
import type { ActorRef } from "../../../schema/Actor.ts"
import type { AuditEntry } from "../../../schema/Audit.ts"
import type { SystemEventType } from "../../../schema/Note.ts"
import * as AuditText from "../rules/AuditText.ts"
import type { ChangeWords } from "../rules/ChangeWords.ts"
import * as ActivityText from "../../deals/rules/ActivityText.ts"
import type { ActivityWords } from "../../deals/rules/ActivityWords.ts"
import * as NextStep from "../../deals/rules/NextStep.ts"
import * as PlainText from "../../values/PlainText.ts"
import { directed, Message, type Part } from "../../surfaces/web/Html.ts"
import * as Reader from "../../surfaces/web/words/Reader.ts"
import type { Reader as ReaderSettings } from "../../surfaces/web/words/ReaderSettings.ts"
import { languages, say } from "../../surfaces/web/words/Words.ts"

const longest = 80

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

/** `moved it from New to Won`: follows the name of who did it. */
export const activity = (type: SystemEventType, data: unknown, known: ActivityText.Known): Part =>
  new Message((reader) => ActivityText.of(type, data, known, ofDeals(reader)))

/** The first `most` of what an entry of the audit log changed, in the reader's words: worked out once, as the page is drawn. */
export const changes = (
  entry: Pick<AuditEntry, "changes">,
  most: number,
  draw: (told: ReturnType<typeof AuditText.changes>, more: number) => Part
): Part => {
  const more = AuditText.changesOf(entry).length - most
  return new Message((reader) =>
    draw(AuditText.changes(entry, { words: ofRecords(reader) }, most), Math.max(0, more))
  )
}

/** What a kind of record is called. */
export const resource = (name: string): Part =>
  new Message(({ language }) => {
    const { resources } = languages[language].history.record
    return resources[name as keyof typeof resources] ?? AuditText.nameOf(name)
  })

/** What a field is called. */
export const field = (name: string, english: string): Part =>
  new Message(({ language }) => languages[language].history.record.fields[name] ?? english)

const withAgent = (agent: string | undefined, person: Part): Part =>
  agent === undefined
    ? person
    : say.activity.agentFor(PlainText.shortened(AuditText.agentName(agent), longest), person)

/** Who did it: the person, and the agent that acted for them if it said what it is called. */
export const by = (actor: Pick<ActorRef, "agent"> | null, person: Part): Part =>
  withAgent(actor?.agent, person)

/** Who did what an entry of the audit log tells of. */
export const who = ({ agent, id, name, type, userName }: AuditEntry["actor"]): Part => {
  if (type === "job") return say.activity.job(id)
  const alone =
    type === "admin" ? say.activity.operator : type === "visitor" ? say.activity.visitor : undefined
  return withAgent(agent, alone ?? userName ?? name ?? say.activity.someone)
}

/** Through which key or app the person did it; nothing if they used a page. */
export const means = (actor: Pick<ActorRef, "type" | "name"> | null): Part => {
  if (actor?.type !== "api_key" && actor?.type !== "oauth") return false
  const words = actor.type === "api_key" ? say.activity.key : say.activity.app
  return actor.name === null ? words.some : words.named(PlainText.shortened(actor.name, longest))
}
