/** Explains why a change wasn't undone, and who changed the record since. */
import type { AuditChange } from "../../../schema/Audit.ts"
import type { NotUndone, Obstacle } from "../../../schema/Undo.ts"
import type { Refused } from "./UndoTypes.ts"

interface LaterEntry {
  readonly id: string
  readonly at: string
  readonly operation: string
  readonly requestId: string | null
  readonly who: string | null
  readonly changes: ReadonlyArray<AuditChange>
}

/** Whether a later change by someone is the cause. */
export const isOthers = (code: Obstacle): boolean =>
  code === "changed_since" || code === "built_upon" || code === "gone"

const touches = ({ fields, id, resource, target }: Refused, change: AuditChange): boolean => {
  const isOf = change.id === id || change.ids?.includes(id) === true
  if (change.resource !== resource || !isOf) return fields.length === 0 && (change.of ?? change.id) === target
  return (
    fields.length === 0 ||
    change.after === null ||
    change.before === null ||
    fields.some((field) => change.after?.[field.split(".")[0]!] !== undefined)
  )
}

/** The undo that reverted this record's change and wasn't undone itself. `later` is sorted newest first. */
const undoOf = (
  { entry, id, resource }: Refused,
  later: ReadonlyArray<LaterEntry>
): LaterEntry | undefined => {
  const by = new Map<string, LaterEntry>()
  for (const one of later) {
    if (by.has(one.id)) continue
    for (const change of one.changes) {
      if (change.resource === resource && change.id === id)
        for (const undone of change.undoes ?? []) by.set(undone, one)
    }
  }
  return by.get(entry.id)
}

const requestOf = ({ operation, requestId }: LaterEntry) =>
  `${operation}${requestId === null ? "" : `, request ${requestId}`}`

/** `later` is sorted newest first. */
export const describe = (refused: Refused, later: ReadonlyArray<LaterEntry>): NotUndone => {
  const { entry, id, message, resource } = refused
  const of = { entryId: entry.id, operation: entry.operation, requestId: entry.requestId, resource, id }
  const undo = undoOf(refused, later)
  if (undo !== undefined)
    return { ...of, code: "already_undone", message: `It was undone already (${requestOf(undo)}).` }
  const { code } = refused
  const cause = isOthers(code)
    ? later.find(
        (one) =>
          one.at >= entry.at &&
          one.requestId !== entry.requestId &&
          one.changes.some((change) => touches(refused, change))
      )
    : undefined
  const by = cause === undefined ? "" : ` By ${cause.who ?? "someone"} at ${cause.at} (${requestOf(cause)}).`
  return { ...of, code, message: `${message}${by}` }
}
