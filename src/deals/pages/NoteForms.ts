/** The forms of a deal's notes. */
import { Effect } from "effect"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"
import * as ListNavigation from "./ListNavigation.ts"
import * as DealPage from "./DealPage.ts"
import * as ActivityFeed from "./ActivityFeed.ts"

const deleteNote = callOperation("notes.delete")

const dealPath = (context: PageContext): string => ListNavigation.at(context, context.param("id"))

const add = WorkspacePage.form("/deals/:id/notes", {
  run: (context, form) =>
    Effect.map(ActivityFeed.adding.send(form, { id: context.param("id") }), ({ id }) => ({
      to: `${dealPath(context)}#note-${id}`,
      notice: say.deals.noteAdded,
      offers: "undo" as const
    })),
  again: (context, note) => DealPage.content(context, { note })
})

const update = WorkspacePage.form("/deals/:id/notes/:note", {
  run: (context, form) =>
    Effect.map(ActivityFeed.changing.send(form, { id: context.param("note") }), ({ id }) => ({
      to: `${dealPath(context)}#note-${id}`,
      notice: say.deals.notes.saved,
      offers: "undo" as const
    })),
  again: (context, edited) => DealPage.content(context, { edited })
})

const remove = WorkspacePage.form("/deals/:id/notes/:note/delete", {
  run: (context) =>
    Effect.map(deleteNote({ id: context.param("note") }), () => ({
      to: dealPath(context),
      notice: say.deals.notes.deleted,
      offers: "undo" as const
    })),
  again: (context, { problem }) => DealPage.content(context, { problem })
})

export const routes = [add, update, remove]
