/** A deal with the included parts. */
import { Schema, Struct } from "effect"
import * as Actor from "./Actor.ts"
import { Deal } from "./Deal.ts"
import * as Field from "./Field.ts"
import * as Include from "./Include.ts"
import { Lead } from "./Lead.ts"
import { LeadContact } from "./LeadFields.ts"
import { Note, NoteList } from "./Note.ts"

export const Part = Schema.Literals(["notes", "activity", "lead"])
export type Part = typeof Part.Type

/** The parts that are paginated. */
export const paged = ["notes", "activity"] as const

/** A summary of a deal's lead. */
const LeadOfDeal = Schema.Struct({
  id: Lead.fields.id,
  contactName: Field.writtenBy(
    "sender",
    Field.of("Name", "First and last name; null if neither was sent.", Schema.NullOr(Schema.String))
  ),
  ...Struct.pick(LeadContact.fields, ["email", "companyName"]),
  triageStatus: Lead.fields.triageStatus,
  score: Field.of("Score", "Fit from 0 to 100; null if not scored.", Schema.NullOr(Schema.Finite)),
  source: Lead.fields.source,
  createdAt: Field.CreatedAt
}).annotate({ identifier: "LeadOfDeal" })
export type LeadOfDeal = typeof LeadOfDeal.Type

export const DealDetails = Schema.Struct({
  ...Deal.fields,
  notes: Field.of("Notes", "Notes, newest first; only if included.", Field.optional(NoteList)),
  activity: Field.of(
    "Activity",
    "System events, newest first: who, and old and new values; only if included.",
    Field.optional(NoteList)
  ),
  lead: Field.of(
    "Lead",
    "The lead it was made of; null if of none; only if included.",
    Field.optional(Schema.NullOr(LeadOfDeal))
  )
}).annotate({
  identifier: "DealDetails",
  examples: [
    {
      ...Include.exampleOf(Deal),
      notes: { data: [Include.exampleOf(Note)], hasMore: false, nextCursor: null },
      lead: {
        id: "01997f2e-6b1c-7d7a-9d0c-6c7d8e9f0a1b",
        contactName: "Mia Chen",
        email: "mia@acme.example",
        companyName: "Acme",
        triageStatus: "promoted",
        score: 86,
        source: "form",
        createdAt: "2026-05-01T09:30:00.000Z"
      }
    }
  ] as never
})
export type DealDetails = typeof DealDetails.Type

/** A deal as a model reads it, with short notes and activity. */
export const ToldDeal = Schema.Struct({
  ...DealDetails.fields,
  notes: Field.of(
    "Notes",
    "text, by, createdAt; kind if not a plain note, happenedAt if not then, editedAt if edited.",
    Field.optional(Include.Summary)
  ),
  activity: Field.of(
    "Activity",
    "event, from and to or changes, by, createdAt, entryId.",
    Field.optional(Include.ToldChanges)
  )
})

const by = ({ actor }: Note) => (actor === null ? {} : { by: Actor.inWords(actor) })

const toldNote = (note: Note) => ({
  text: note.contentText,
  ...(note.activityKind !== "note" && { kind: note.activityKind }),
  ...by(note),
  createdAt: note.createdAt,
  ...(note.happenedAt !== note.createdAt && { happenedAt: note.happenedAt }),
  ...(note.editedAt === null ? {} : { editedAt: note.editedAt })
})

const toldEvent = (note: Note) => {
  const { actor: _, ...data } = (note.systemEventData ?? {}) as { readonly [key: string]: Schema.Json }
  const { createdAt, entryId, systemEventType: event } = note
  return { event, ...data, ...by(note), createdAt, ...(entryId === undefined ? {} : { entryId }) }
}

export const toTold = ({ activity, notes, ...deal }: DealDetails) => ({
  ...deal,
  ...(notes && { notes: Include.summarize(notes, toldNote) }),
  ...(activity && { activity: Include.summarize(activity, toldEvent) })
})
