import { Schema } from "effect"
import * as Field from "./Field.ts"
import { ViewId } from "./Id.ts"
import * as Page from "./Page.ts"
import { title } from "./Title.ts"

/** The pages that have saved views. A view of the board page applies to every board. */
export const ViewPage = Schema.Literals(["deals", "leads", "board"])
export type ViewPage = typeof ViewPage.Type

export const page = Field.of("Page", "The page it is a view of.", ViewPage)

/** A page's filter, saved under a name. */
export const SavedView = Schema.Struct({
  id: ViewId,
  page,
  name: Field.of("Name", "Name of the view.", Schema.String),
  query: Field.of("Filter", "The filter, as the address of its page has it.", Schema.String),
  shared: Field.of("Shared", "true if everyone in the workspace sees it.", Schema.Boolean),
  isMine: Field.of("Yours", "true if the caller created it.", Schema.Boolean),
  makerName: Field.of("Made by", "Name of who made it.", Schema.NullOr(Schema.String))
})
export type SavedView = typeof SavedView.Type

export const ViewList = Schema.Struct({
  ...Page.whole(SavedView).fields,
  last: Field.of("Last", "Id of the view that the caller opened last; null if none.", Schema.NullOr(ViewId))
})
export type ViewList = typeof ViewList.Type

/** The limit is the maximum length of a page's filters. */
export const input = {
  page,
  name: Field.like(SavedView.fields.name, title(60)),
  query: Field.like(
    SavedView.fields.query,
    Schema.String.check(Schema.isMaxLength(2_000, { expected: "at most 2,000 characters" }))
  ),
  shared: SavedView.fields.shared
}
