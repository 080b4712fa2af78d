/** Says why something was not undone, and who changed it since. */
import type { AuditChange } from "../../../schema/Audit.ts"
import type { NotUndone, Obstacle } from "../../../schema/Undo.ts"
import type { Refused } from "./Undoing.ts"

interface Later {
  readonly at: string
  readonly operation: string
  readonly requestId: string | null
  readonly who: string | null
  readonly changes: ReadonlyArray<AuditChange>
}

/** Whether somebody did something since. */
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

/** `later` comes newest first. */
export const told = (refused: Refused, later: ReadonlyArray<Later>): NotUndone => {
  const { code, entry, id, message, resource } = refused
  const cause = isOthers(code)
    ? later.find(
        (one) =>
          one.at >= entry.at &&
          one.requestId !== entry.requestId &&
          one.changes.some((change) => touches(refused, change))
      )
    : undefined
  const by =
    cause === undefined
      ? ""
      : ` By ${cause.who ?? "someone"} at ${cause.at} (${cause.operation}${cause.requestId === null ? "" : `, request ${cause.requestId}`}).`
  return {
    entryId: entry.id,
    operation: entry.operation,
    requestId: entry.requestId,
    resource,
    id,
    code,
    message: `${message}${by}`
  }
}
