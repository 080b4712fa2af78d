/** The items of a bulk request. An error in one of them names its place, such as `deals[17].name`. */
import { Effect } from "effect"
import { Conflict, Invalid } from "../../schema/Fault.ts"

interface Issue {
  readonly path: string
  readonly message: string
}

const placed = (place: string, { code, message, meta, _tag }: Invalid | Conflict): Invalid | Conflict => {
  const issues = (meta?.["issues"] ?? [{ path: "", message }]) as ReadonlyArray<Issue>
  const path = (inner: string) => (inner === "" ? place : `${place}.${inner}`)
  const more = {
    message: `Nothing was created, because of ${place}: ${message}`,
    meta: { ...meta, issues: issues.map((issue) => ({ path: path(issue.path), message: issue.message })) }
  }
  return _tag === "conflict_error" ? new Conflict({ code, ...more }) : new Invalid({ code, ...more })
}

/** Handles the items in order, up to the first error. `list` is the field that contains them. */
export const forEach = <Item, A, R>(
  list: string,
  items: ReadonlyArray<Item>,
  handle: (item: Item) => Effect.Effect<A, Invalid | Conflict, R>
) =>
  Effect.forEach(items, (item, index) =>
    Effect.mapError(handle(item), (fault) => placed(`${list}[${index}]`, fault))
  )
