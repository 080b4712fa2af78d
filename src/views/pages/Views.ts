/** The saved views of a list: links above it, and actions on the current view. */
import { Effect } from "effect"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import { SavedViews } from "../../../layers/views/SavedViews.ts"
import type { ViewId } from "../../../schema/Id.ts"
import type { SavedView, ViewPage } from "../../../schema/SavedView.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import type { NextPage } from "../../surfaces/web/FormResult.ts"
import * as SettingsParts from "../../surfaces/web/SettingsParts.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"

const listViews = callOperation("views.list")

/** The address parameter with the id of the saved view; `all` for none. */
export const parameter = "saved"

export const none = "all"

export interface ViewQuery {
  readonly views: ReadonlyArray<typeof SavedView.Encoded>
  readonly current: typeof SavedView.Encoded | undefined
}

const words = say.views

const on = (to: string, notice?: Part): NextPage => (notice === undefined ? { to } : { to, notice })

const keptOf = (views: ViewQuery["views"], id: string | null): ViewQuery => ({
  views,
  current: views.find((view) => view.id === id)
})

/** The parts of a filter that a view stores. */
export const filterIn = (query: string): URLSearchParams => {
  const filters = [...new URLSearchParams(query)].filter(
    ([name]) => !["", "cursor", parameter].includes(name)
  )
  return new URLSearchParams(filters)
}

/** The address of a view with its full filter. Changing the filter then keeps the view selected. */
const expanded = (path: string, { id, query }: typeof SavedView.Encoded, plain: string): string => {
  const kept = filterIn(query)
  const parameters = kept.size === 0 ? new URLSearchParams(plain) : kept
  parameters.set(parameter, id)
  return `${path}?${parameters}`
}

const remember = ({ actor }: PageContext, page: ViewPage, id: string | null) =>
  Effect.flatMap(SavedViews, (views) =>
    Effect.provideService(views.remember(page, actor.user.id, id as ViewId | null), Tenant, {
      workspaceId: actor.workspace.id
    })
  )

/**
 * The views of a page, or a redirect: an address without parameters opens the person's last view, and one with only a view opens that.
 * `plain` is the query of the page without a view.
 */
export const open = Effect.fnUntraced(function* (
  context: PageContext,
  page: ViewPage,
  path: string,
  plain: string
) {
  const { data: views, last } = yield* listViews({ page })
  const asked = context.url.searchParams.get(parameter)
  const others = [...context.url.searchParams.keys()].some((name) => name !== parameter)
  const named = views.find(({ id }) => id === (asked ?? last))
  if (others || (asked === null && named === undefined)) {
    return keptOf(views, others ? asked : null)
  }
  if (named === undefined) {
    if (last !== null) yield* remember(context, page, null)
    return asked === none ? keptOf(views, null) : on(`${path}?${parameter}=${none}`, words.gone)
  }
  if (named.id !== last) yield* remember(context, page, named.id)
  const to = expanded(path, named, plain)
  // A view without filters is already at its own address.
  return to === `${path}${context.url.search}` ? keptOf(views, named.id) : on(to)
})

/** The views for an address that needs no redirect. */
export const at = Effect.fnUntraced(function* (page: ViewPage, id: string | null) {
  const { data: views } = yield* listViews({ page })
  return keptOf(views, id)
})

interface BarInput extends ViewQuery {
  readonly here: PageContext
  /** The path of the page. */
  readonly path: string
  /** The base path of its forms. */
  readonly base: string
  /** The current filter as a view stores it. */
  readonly query: string
  /** The name of the list without a view. */
  readonly all: Part
}

const mayShare = (context: PageContext): boolean => WorkspacePage.may(context, "deals:write")

const sharing = (id: string, context: PageContext, shared: boolean): Html | false =>
  (mayShare(context) || shared) &&
  html`<div class="choice">
    <input type="checkbox" id="${id}" name="shared" value="yes" ${shared && html`checked`} />
    <label for="${id}">${words.share}</label>
  </div>`

const named = (id: string, value: string): Html =>
  html`<div class="field">
    <label for="${id}">${words.name}</label>
    <input id="${id}" name="name" value="${value}" required maxlength="60" autocomplete="off" dir="auto" />
  </div>`

const saving = ({ base, here, query }: BarInput): Html =>
  html`<details class="keeping" id="save-view">
    <summary>${words.save}</summary>
    <form method="post" action="${base}">
      ${WorkspacePage.hidden(here, "view")} <input type="hidden" name="query" value="${query}" />
      ${named("view-name", "")} ${sharing("view-shared", here, false)}
      <button type="submit">${words.keep}</button>
    </form>
  </details>`

/** Owners can change their views, and admins shared ones too. */
const mayChange = ({ actor }: PageContext, { isMine }: typeof SavedView.Encoded): boolean =>
  isMine || actor.role === "admin"

const changing = ({ base, current, here, query }: BarInput): Html | false =>
  current !== undefined &&
  mayChange(here, current) &&
  html`${
      query !== current.query &&
      html`<form method="post" action="${base}/${current.id}">
        ${WorkspacePage.hidden(here, "filter")} <input type="hidden" name="query" value="${query}" />
        <button class="quiet" type="submit" name="do" value="filter">${words.saveChanges}</button>
      </form>`
    }
    <details class="keeping" id="change-view">
      <summary>${words.change}<span class="unseen"> ${current.name}</span></summary>
      <div class="both">
        <form method="post" action="${base}/${current.id}">
          ${WorkspacePage.hidden(here, "change")} <input type="hidden" name="query" value="${query}" />
          ${named("view-rename", current.name)} ${sharing("view-share", here, current.shared)}
          <button type="submit" name="do" value="change">${words.rename}</button>
        </form>
        ${SettingsParts.confirmed(here, {
          id: "delete",
          action: `${base}/${current.id}/delete`,
          verb: words.delete,
          what: current.name,
          warning: current.shared ? words.deleteShared : words.deleteOwn
        })}
      </div>
    </details>`

const link = ({ current, path }: BarInput, view: typeof SavedView.Encoded): Html =>
  html`<a
    href="${path}?${parameter}=${view.id}"
    ${view.shared && html`title="${view.isMine || view.makerName === null ? words.shared : words.sharedBy(view.makerName)}"`}
    ${view.id === current?.id && html`aria-current="page"`}
    >${view.name}${view.shared && html`<span class="unseen"> (${words.shared})</span>`}</a
  >`

export const bar = (setting: BarInput): Html =>
  html`<div class="kept">
    ${
      setting.views.length > 0 &&
      html`<nav aria-label="${words.label}">
        <a
          href="${setting.path}?${parameter}=${none}"
          ${setting.current === undefined && html`aria-current="page"`}
          >${setting.all}</a
        >
        ${setting.views.map((view) => link(setting, view))}
      </nav>`
    }
    ${changing(setting)} ${saving(setting)}
  </div>`
