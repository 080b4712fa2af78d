/** The kind of activity that a note records, and its time. Defaults aren't stored. */
import type { Note } from "../../../schema/Note.ts"

type Facts = Pick<Note, "activityKind" | "happenedAt">

interface Stored {
  readonly activityKind: Note["activityKind"]
  readonly happenedAt: string | null
}

export const stored = ({ activityKind, createdAt, happenedAt }: Facts & Pick<Note, "createdAt">): Stored => ({
  activityKind: activityKind === "note" ? null : activityKind,
  happenedAt: happenedAt === createdAt ? null : happenedAt
})

export const read = (
  { activityKind, happenedAt }: Stored,
  { createdAt, kind }: Pick<Note, "createdAt" | "kind">
): Facts => ({
  activityKind: activityKind ?? (kind === "manual" ? "note" : null),
  happenedAt: happenedAt ?? createdAt
})

/** Milliseconds that a note may be ahead: clocks and zones of callers differ. */
const ahead = 86_400_000

export const isTooLate = (happenedAt: string, now: string): boolean =>
  Date.parse(happenedAt) > Date.parse(now) + ahead
