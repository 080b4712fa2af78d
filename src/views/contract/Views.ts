import { Deleted } from "../../../schema/Deal.ts"
import { Forbidden, Invalid, NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { ViewId } from "../../../schema/Id.ts"
import { input, SavedView, ViewList } from "../../../schema/SavedView.ts"
import * as Operation from "../../contract/Operation.ts"

const of = Field.of(
  "Page",
  "The page it is a view of; a view of another is not found.",
  Field.optional(input.page)
)

export const list = Operation.make("views.list", {
  title: "List saved views",
  description: "Lists the caller's views of a page and those that are shared, by name.",
  kind: "read",
  input: { page: input.page },
  success: ViewList,
  faults: []
})

export const create = Operation.make("views.create", {
  title: "Save a view",
  description: "Keeps the filter of a page under a name; sharing it needs deals:write.",
  kind: "write",
  input,
  success: SavedView,
  faults: [Forbidden, Invalid]
})

export const update = Operation.make("views.update", {
  title: "Change a saved view",
  description:
    "Renames a view, shares it or keeps another filter. Its maker may, and admins if it is shared.",
  kind: "write",
  input: {
    id: ViewId,
    page: of,
    name: Field.optional(input.name),
    query: Field.optional(input.query),
    shared: Field.optional(input.shared)
  },
  success: SavedView,
  faults: [Forbidden, Invalid, NotFound]
})

export const remove = Operation.make("views.delete", {
  title: "Delete a saved view",
  description: "Deletes a view. Its maker may, and admins if it is shared.",
  kind: "delete",
  input: { id: ViewId, page: of },
  success: Deleted,
  faults: [Forbidden, NotFound]
})

export const onPages = [list, create, update, remove] as const
