/** What the forms of a deal's notes do. */
import { Effect } from "effect"
import { act } from "../../surfaces/web/Act.ts"
import type { Here } from "../../surfaces/web/frame/Here.ts"
import * as Workplace from "../../surfaces/web/frame/Workplace.ts"
import { say } from "../../surfaces/web/words/Words.ts"
import * as Around from "./Around.ts"
import * as Deal from "./Deal.ts"
import * as Feed from "./Feed.ts"

const deleteNote = act("notes.delete")

const dealPath = (here: Here): string => Around.at(here, here.param("id"))

const add = Workplace.form("/deals/:id/notes", {
  run: (here, form) =>
    Effect.map(Feed.adding.send(form, { id: here.param("id") }), ({ id }) => ({
      to: `${dealPath(here)}#note-${id}`,
      notice: say.deals.noteAdded,
      offers: "undo" as const
    })),
  again: (here, note) => Deal.content(here, { note })
})

const update = Workplace.form("/deals/:id/notes/:note", {
  run: (here, form) =>
    Effect.map(Feed.changing.send(form, { id: here.param("note") }), ({ id }) => ({
      to: `${dealPath(here)}#note-${id}`,
      notice: say.deals.notes.saved,
      offers: "undo" as const
    })),
  again: (here, edited) => Deal.content(here, { edited })
})

const remove = Workplace.form("/deals/:id/notes/:note/delete", {
  run: (here) =>
    Effect.map(deleteNote({ id: here.param("note") }), () => ({
      to: dealPath(here),
      notice: say.deals.notes.deleted,
      offers: "undo" as const
    })),
  again: (here, { problem }) => Deal.content(here, { problem })
})

export const routes = [add, update, remove]
