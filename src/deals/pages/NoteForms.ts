/** The forms of a deal's notes. */
import { Effect } from "effect"
import { act } from "../../surfaces/web/CallOperation.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import { say } from "../../surfaces/web/words/Words.ts"
import * as ListNavigation from "./ListNavigation.ts"
import * as DealPage from "./DealPage.ts"
import * as ActivityFeed from "./ActivityFeed.ts"

const deleteNote = act("notes.delete")

const dealPath = (here: PageContext): string => ListNavigation.at(here, here.param("id"))

const add = WorkspacePage.form("/deals/:id/notes", {
  run: (here, form) =>
    Effect.map(ActivityFeed.adding.send(form, { id: here.param("id") }), ({ id }) => ({
      to: `${dealPath(here)}#note-${id}`,
      notice: say.deals.noteAdded,
      offers: "undo" as const
    })),
  again: (here, note) => DealPage.content(here, { note })
})

const update = WorkspacePage.form("/deals/:id/notes/:note", {
  run: (here, form) =>
    Effect.map(ActivityFeed.changing.send(form, { id: here.param("note") }), ({ id }) => ({
      to: `${dealPath(here)}#note-${id}`,
      notice: say.deals.notes.saved,
      offers: "undo" as const
    })),
  again: (here, edited) => DealPage.content(here, { edited })
})

const remove = WorkspacePage.form("/deals/:id/notes/:note/delete", {
  run: (here) =>
    Effect.map(deleteNote({ id: here.param("note") }), () => ({
      to: dealPath(here),
      notice: say.deals.notes.deleted,
      offers: "undo" as const
    })),
  again: (here, { problem }) => DealPage.content(here, { problem })
})

export const routes = [add, update, remove]
