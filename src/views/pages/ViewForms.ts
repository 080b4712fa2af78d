/** The forms of a page's saved views. On an error they show the page again with the message. */
import { Effect } from "effect"
import type { ViewPage } from "../../../schema/SavedView.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import type { Submission } from "../../surfaces/web/Form.ts"
import * as Problems from "../../surfaces/web/form/Problems.ts"
import type { Part } from "../../surfaces/web/Html.ts"
import type { Content, PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"
import * as Views from "./Views.ts"

const create = callOperation("views.create")
const update = callOperation("views.update")
const remove = callOperation("views.delete")

const words = say.views

/** A page with saved views, and how to render it again with a query. */
interface ViewsPage<E, R, E2, R2> {
  readonly page: ViewPage
  /** The base path of its forms. The ids of views are appended. */
  readonly base: `/${string}`
  readonly path: (context: PageContext) => string
  /** The names of invalid parameters in an address. A view isn't saved with these. */
  readonly unread: (context: PageContext, url: URL) => Effect.Effect<ReadonlyArray<string>, E, R>
  readonly show: (context: PageContext, problem: Part, url: URL) => Effect.Effect<Content, E2, R2>
}

const isShared = (form: Submission): boolean => form.text("shared") === "yes"

export const routes = <E, R, E2, R2>({ base, page, path, show, unread }: ViewsPage<E, R, E2, R2>) => {
  const at = (context: PageContext, id: string) => `${path(context)}?${Views.parameter}=${id}`
  const filterOf = Effect.fnUntraced(function* (context: PageContext, form: Submission) {
    const query = Views.filterIn(form.text("query")).toString()
    const names = yield* unread(context, new URL(`${path(context)}?${query}`, context.url))
    return names.length === 0
      ? query
      : yield* Problems.invalid([{ path: "", message: words.notKept(names.join(", ")) }])
  })
  const again = (context: PageContext, { form, problem }: { form: Submission; problem: Part }) => {
    const parameters = new URLSearchParams(form.text("query").slice(0, 4_000))
    if (context.param("view") !== "") parameters.set(Views.parameter, context.param("view"))
    return show(context, problem, new URL(`${path(context)}?${parameters}`, context.url))
  }
  return [
    WorkspacePage.form(base, {
      run: Effect.fnUntraced(function* (context, form) {
        const query = yield* filterOf(context, form)
        const { id, name } = yield* create({ page, name: form.text("name"), query, shared: isShared(form) })
        return { to: at(context, id), notice: words.saved(name) }
      }),
      again
    }),
    WorkspacePage.form(`${base}/:view`, {
      run: Effect.fnUntraced(function* (context, form) {
        const edit =
          form.text("do") === "filter"
            ? { query: yield* filterOf(context, form) }
            : { name: form.text("name"), shared: isShared(form) }
        const { id, name } = yield* update({ id: context.param("view"), page, ...edit })
        return { to: at(context, id), notice: words.saved(name) }
      }),
      again
    }),
    WorkspacePage.form(`${base}/:view/delete`, {
      run: (context) =>
        Effect.as(remove({ id: context.param("view"), page }), {
          to: at(context, Views.none),
          notice: words.deleted
        }),
      again
    })
  ]
}
