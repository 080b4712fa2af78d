/** The page for the calendar feed of next steps. The feed's address is created, replaced and revoked here, and shown once. */
import { Effect } from "effect"
import { BaseUrl } from "../../../layers/runtime/BaseUrl.ts"
import * as CalendarFeed from "../../surfaces/CalendarFeed.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import * as PageLayout from "../../surfaces/web/frame/PageLayout.ts"
import * as LocalTime from "../../surfaces/web/LocalTime.ts"
import * as SettingsParts from "../../surfaces/web/SettingsParts.ts"
import type { Content, PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"

const get = callOperation("calendar.get")
const open = callOperation("calendar.open")
const close = callOperation("calendar.close")

const words = say.calendar

const path = "/deals/calendar"

const choice = (value: string, label: Part, isChosen: boolean): Html =>
  html`<div class="choice">
    <input type="radio" id="whose-${value}" name="whose" value="${value}" ${isChosen && html`checked`} />
    <label for="whose-${value}">${label}</label>
  </div>`

const content = Effect.fnUntraced(function* (context: PageContext, address?: string, problem?: Part) {
  const { calendar } = yield* get({})
  const everyone = calendar?.everyone === true
  return {
    title: words.title,
    section: "Deals",
    styles: ["settings.css"],
    body: html`<p><a href="/deals">← ${say.deals.list.title}</a></p>
      <h1>${words.title}</h1>
      ${PageLayout.problem(problem)}
      ${
        address !== undefined &&
        html`<section class="card">
          ${SettingsParts.secret("address", words.address, address)}
          <p class="hint">${words.once}</p>
        </section>`
      }
      <section class="card">
        <p>${words.about}</p>
        ${
          calendar !== null &&
          html`<p>
            ${everyone ? words.readsAll : words.readsMine}
            ${words.since(LocalTime.minute(calendar.createdAt))}
          </p>`
        }
        <form method="post" action="${path}">
          ${WorkspacePage.hidden(context, "calendar")}
          <fieldset>
            <legend>${words.whose}</legend>
            ${choice("mine", words.mine, !everyone)} ${choice("everyone", words.everyone, everyone)}
          </fieldset>
          ${calendar !== null && html`<p class="hint">${words.ends}</p>`}
          <button type="submit">${calendar === null ? words.make : words.replace}</button>
        </form>
        ${
          calendar !== null &&
          SettingsParts.confirmed(context, {
            id: "revoke",
            action: `${path}/revoke`,
            verb: words.revoke,
            what: words.thisAddress,
            warning: words.revoked
          })
        }
      </section>`
  } satisfies Content
})

const show = WorkspacePage.page(path, (context) => content(context))

const make = WorkspacePage.form(path, {
  run: Effect.fnUntraced(function* (context, form) {
    const { token } = yield* open({ everyone: form.text("whose") === "everyone" })
    return yield* content(context, CalendarFeed.addressOf(yield* BaseUrl, token))
  }),
  again: (context, { problem }) => content(context, undefined, problem)
})

const revoke = WorkspacePage.form(`${path}/revoke`, {
  run: () => Effect.as(close({}), { to: path, notice: words.gone }),
  again: (context, { problem }) => content(context, undefined, problem)
})

export const routes = [show, make, revoke]
