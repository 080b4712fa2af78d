/** The forms of a page's saved views. On an error they show the page again with the message. */
import { Effect } from "effect"
import type { ViewPage } from "../../../schema/SavedView.ts"
import { act } from "../../surfaces/web/CallOperation.ts"
import type { Submission } from "../../surfaces/web/Form.ts"
import * as Problems from "../../surfaces/web/form/Problems.ts"
import type { Part } from "../../surfaces/web/Html.ts"
import type { Content, PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import { say } from "../../surfaces/web/words/Words.ts"
import * as Views from "./Views.ts"

const create = act("views.create")
const update = act("views.update")
const remove = act("views.delete")

const words = say.views

/** A page with saved views, and how to render it again with a query. */
interface ViewsPage<E, R, E2, R2> {
  readonly page: ViewPage
  /** The base path of its forms. The ids of views are appended. */
  readonly base: `/${string}`
  readonly path: (here: PageContext) => string
  /** The names of invalid parameters in an address. A view isn't saved with these. */
  readonly unread: (here: PageContext, url: URL) => Effect.Effect<ReadonlyArray<string>, E, R>
  readonly show: (here: PageContext, problem: Part, url: URL) => Effect.Effect<Content, E2, R2>
}

const isShared = (form: Submission): boolean => form.text("shared") === "yes"

export const routes = <E, R, E2, R2>({ base, page, path, show, unread }: ViewsPage<E, R, E2, R2>) => {
  const at = (here: PageContext, id: string) => `${path(here)}?${Views.parameter}=${id}`
  const filterOf = Effect.fnUntraced(function* (here: PageContext, form: Submission) {
    const query = Views.filterIn(form.text("query")).toString()
    const names = yield* unread(here, new URL(`${path(here)}?${query}`, here.url))
    return names.length === 0
      ? query
      : yield* Problems.invalid([{ path: "", message: words.notKept(names.join(", ")) }])
  })
  const again = (here: PageContext, { form, problem }: { form: Submission; problem: Part }) => {
    const parameters = new URLSearchParams(form.text("query").slice(0, 4_000))
    if (here.param("view") !== "") parameters.set(Views.parameter, here.param("view"))
    return show(here, problem, new URL(`${path(here)}?${parameters}`, here.url))
  }
  return [
    WorkspacePage.form(base, {
      run: Effect.fnUntraced(function* (here, form) {
        const query = yield* filterOf(here, form)
        const { id, name } = yield* create({ page, name: form.text("name"), query, shared: isShared(form) })
        return { to: at(here, id), notice: words.saved(name) }
      }),
      again
    }),
    WorkspacePage.form(`${base}/:view`, {
      run: Effect.fnUntraced(function* (here, form) {
        const edit =
          form.text("do") === "filter"
            ? { query: yield* filterOf(here, form) }
            : { name: form.text("name"), shared: isShared(form) }
        const { id, name } = yield* update({ id: here.param("view"), page, ...edit })
        return { to: at(here, id), notice: words.saved(name) }
      }),
      again
    }),
    WorkspacePage.form(`${base}/:view/delete`, {
      run: (here) =>
        Effect.as(remove({ id: here.param("view"), page }), {
          to: at(here, Views.none),
          notice: words.deleted
        }),
      again
    })
  ]
}
