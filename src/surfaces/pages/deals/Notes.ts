/** What the forms of a deal's notes do. */
import { Effect } from "effect"
import * as DealTexts from "../../../domain/deals/DealTexts.ts"
import { act } from "../platform/Act.ts"
import type * as Form from "../platform/Form.ts"
import * as Workplace from "../platform/Workplace.ts"
import * as Deal from "./Deal.ts"

const addNote = act("notes.create")
const updateNote = act("notes.update")
const deleteNote = act("notes.delete")

const textOf = (form: Form.Submission): string => DealTexts.normal(form.text("text"))

const dealPath = (here: Workplace.Here): string => `/deals/${encodeURIComponent(here.param("id"))}`

const add = Workplace.form("/deals/:id/notes", {
  run: (here, form) =>
    Effect.map(addNote({ id: here.param("id"), contentText: textOf(form) }), ({ id }) => ({
      to: `${dealPath(here)}#note-${id}`,
      notice: "The note is added."
    })),
  again: (here, form, problem) => Deal.content(here, { problem, note: form.text("text") })
})

const update = Workplace.form("/deals/:id/notes/:note", {
  run: (here, form) =>
    Effect.map(updateNote({ id: here.param("note"), contentText: textOf(form) }), ({ id }) => ({
      to: `${dealPath(here)}#note-${id}`,
      notice: "The note is saved."
    })),
  again: (here, form, problem) =>
    Deal.content(here, { problem, edited: { id: here.param("note"), text: form.text("text") } })
})

const remove = Workplace.form("/deals/:id/notes/:note/delete", {
  run: (here) =>
    Effect.map(deleteNote({ id: here.param("note") }), () => ({
      to: dealPath(here),
      notice: "The note is deleted."
    })),
  again: (here, _form, problem) => Deal.content(here, { problem })
})

export const routes = [add, update, remove]
