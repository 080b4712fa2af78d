/** What the forms of a list's views do. Refused, they show the list again, under what was wrong. */
import { Effect } from "effect"
import type { ViewPage } from "../../../../schema/SavedView.ts"
import { act } from "../platform/Act.ts"
import type { Submission } from "../platform/Form.ts"
import type { Part } from "../platform/Html.ts"
import * as Workplace from "../platform/Workplace.ts"
import { say } from "../words/Words.ts"
import * as Views from "./Views.ts"

const create = act("views.create")
const update = act("views.update")
const remove = act("views.delete")

const words = say.views

/** A page that has views, and how it is shown with a query once more. */
interface Listed<E, R> {
  readonly page: ViewPage
  readonly path: string
  readonly show: (here: Workplace.Here, problem: Part, url: URL) => Effect.Effect<Workplace.Content, E, R>
}

const isShared = (form: Submission): boolean => form.text("shared") === "yes"

export const routes = <E, R>({ page, path, show }: Listed<E, R>) => {
  const at = (id: string) => `${path}?${Views.parameter}=${id}`
  const again = (here: Workplace.Here, { form, problem }: { form: Submission; problem: Part }) => {
    const parameters = new URLSearchParams(form.text("query").slice(0, 4_000))
    if (here.param("id") !== "") parameters.set(Views.parameter, here.param("id"))
    return show(here, problem, new URL(`${path}?${parameters}`, here.url))
  }
  return [
    Workplace.form(`/views/${page}`, {
      run: Effect.fnUntraced(function* (_here, form) {
        const { id, name } = yield* create({
          page,
          name: form.text("name"),
          query: form.text("query"),
          shared: isShared(form)
        })
        return { to: at(id), notice: words.saved(name) }
      }),
      again
    }),
    Workplace.form(`/views/${page}/:id`, {
      run: Effect.fnUntraced(function* (here, form) {
        const edit =
          form.text("do") === "filter"
            ? { query: form.text("query") }
            : { name: form.text("name"), shared: isShared(form) }
        const { id, name } = yield* update({ id: here.param("id"), ...edit })
        return { to: at(id), notice: words.saved(name) }
      }),
      again
    }),
    Workplace.form(`/views/${page}/:id/delete`, {
      run: (here) =>
        Effect.as(remove({ id: here.param("id") }), {
          to: at(Views.none),
          notice: words.deleted
        }),
      again
    })
  ]
}
