/** The page of a subscription: its status, events, secret and delivery log. */
import { say } from "../../surfaces/web/i18n/Words.ts"
import { Effect } from "effect"
import type { Delivery } from "../../../schema/Webhook.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import type { Refused, Submission } from "../../surfaces/web/Form.ts"
import * as Faults from "../../surfaces/web/Faults.ts"
import * as ContractForm from "../../surfaces/web/form/ContractForm.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import * as PageLayout from "../../surfaces/web/frame/PageLayout.ts"
import * as LocalTime from "../../surfaces/web/LocalTime.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import { confirmed } from "../../surfaces/web/SettingsParts.ts"
import * as SettingsFrame from "../../surfaces/web/frame/SettingsFrame.ts"
import * as LogFilter from "./LogFilter.ts"
import * as WebhookForm from "./WebhookForm.ts"
import { facts, type Listed, path, secretPage, status, tags, title } from "./WebhookParts.ts"

const get = callOperation("webhooks.get")
const remove = callOperation("webhooks.delete")
const rotate = callOperation("webhooks.rotateSecret")
const test = callOperation("webhooks.test")
const getBoard = callOperation("boards.get")
const readStages = callOperation("boards.stages")

const answer = ({ attempts }: typeof Delivery.Encoded): Part => {
  const last = attempts.at(-1)
  if (last === undefined) return say.webhooks.noneYet
  const said =
    last.status === null
      ? last.error === null
        ? say.webhooks.noResponseYet
        : Faults.text(last.error)
      : String(last.status)
  return html`${said} <span class="soft">${say.webhooks.afterMs(last.durationMs)}</span>`
}

const logged = (delivery: typeof Delivery.Encoded): Html => {
  const { attempts, createdAt, event, id, nextAttemptAt, webhookId } = delivery
  return html`<tr>
    <td><a href="${path}/${webhookId}/deliveries/${id}">${event}</a></td>
    <td>${status(delivery.status)}</td>
    <td>${attempts.length}</td>
    <td>${answer(delivery)}</td>
    <td>${nextAttemptAt === null ? say.webhooks.none : LocalTime.minute(nextAttemptAt)}</td>
    <td>${LocalTime.minute(createdAt)}</td>
  </tr>`
}

interface Log {
  readonly list: { readonly data: ReadonlyArray<typeof Delivery.Encoded>; readonly nextCursor: string | null }
  readonly cursor: string | undefined
}

const log = (context: PageContext, { cursor, list: { data, nextCursor } }: Log): Html => {
  const isFirst = cursor === undefined
  const at = `${path}/${context.param("id")}`
  return html`<h2>${say.webhooks.deliveries}</h2>
    <p class="soft">${say.webhooks.sentLately}</p>
    ${
      context.actor.role === "admin" &&
      html`<form method="post" action="${at}/test">
        ${WorkspacePage.hidden(context, "test")}
        <p><button class="quiet" type="submit">${say.webhooks.sendTest}</button></p>
      </form>`
    }
    ${LogFilter.choices(context)} ${LogFilter.resendAll(context, data)}
    <div id="log" data-live="${isFirst ? 3 : 0}">
      ${
        data.length === 0
          ? html`<p>
              ${LogFilter.statusOf(context) === undefined ? say.webhooks.nothingSent : say.webhooks.noneOfThese}
            </p>`
          : html`<div class="table card" tabindex="0" role="region" aria-label="${say.webhooks.deliveries}">
              <table>
                <thead>
                  <tr>
                    <th scope="col">${say.webhooks.event}</th>
                    <th scope="col">${say.webhooks.status}</th>
                    <th scope="col">${say.webhooks.tries}</th>
                    <th scope="col">${say.webhooks.lastResponse}</th>
                    <th scope="col">${say.webhooks.nextAttempt}</th>
                    <th scope="col">${say.webhooks.time}</th>
                  </tr>
                </thead>
                <tbody>
                  ${data.map(logged)}
                </tbody>
              </table>
            </div>`
      }
      <p>
        ${!isFirst && html`<a href="${at}">${say.webhooks.newest}</a>`}
        ${nextCursor !== null && html`<a href="${at}?cursor=${encodeURIComponent(nextCursor)}">${say.webhooks.older}</a>`}
      </p>
    </div>`
}

const editing = ContractForm.of("webhooks.update", {
  ...WebhookForm.inputFields,
  active: {
    hint: say.webhooks.activeHint
  }
})

const edit = (
  context: PageContext,
  webhook: Listed,
  stages: Effect.Success<ReturnType<typeof readStages>>,
  refused: Refused | undefined
): Html => {
  const formView = editing.show({
    refused,
    values: webhook,
    choices: { stageFilter: stages }
  })
  return html`<form class="card new" method="post" action="${path}/${webhook.id}">
    <h2>${say.webhooks.whatItSends}</h2>
    ${formView.problem} ${WorkspacePage.hidden(context, "edit")} ${formView.fields}
    <div class="actions"><button type="submit">${say.webhooks.save}</button></div>
  </form>`
}

const endings = (context: PageContext, webhook: Listed): Html => {
  const at = `${path}/${webhook.id}`
  return html`<div class="card new">
    <h2>${say.webhooks.rotateOrDelete}</h2>
    ${
      webhook.provider === "generic" &&
      confirmed(context, {
        id: "rotate",
        action: `${at}/rotate`,
        verb: say.webhooks.rotate,
        what: say.webhooks.rotateNow,
        warning: say.webhooks.rotateWarning
      })
    }
    ${confirmed(context, {
      id: "delete",
      action: `${at}/delete`,
      verb: say.webhooks.delete,
      what: say.webhooks.thisSubscription,
      warning: say.webhooks.deleteWarning
    })}
  </div>`
}

const show = Effect.fnUntraced(function* (context: PageContext, refused?: Refused, problem?: Part) {
  const id = context.param("id")
  const webhook = yield* get({ id })
  const board = yield* getBoard({ id: webhook.boardId })
  const stages = yield* readStages({ id: webhook.boardId })
  const page = yield* LogFilter.read(context)
  const isAdmin = context.actor.role === "admin"
  return SettingsFrame.content("Webhooks", {
    title: title(webhook),
    status: page.status,
    styles: ["setup.css"],
    body: html`<h1>${title(webhook)}</h1>
      <p><a href="${path}">${say.webhooks.all}</a></p>
      ${PageLayout.problem(problem ?? page.gone)}
      <section class="card" id="standing" data-live="3">
        <h2>${say.webhooks.eventsOf(board.name)}</h2>
        <p>${tags(webhook)}</p>
        ${facts(webhook, stages)}
      </section>
      ${log(context, page)}
      ${isAdmin && html`<div class="pair">${edit(context, webhook, stages, refused)} ${endings(context, webhook)}</div>`}`
  })
})

const save = Effect.fnUntraced(function* (context: PageContext, form: Submission) {
  const { id } = yield* editing.send(form, { id: context.param("id") })
  return { to: `${path}/${id}`, notice: say.webhooks.saved }
})

const rotated = (context: PageContext) =>
  Effect.map(rotate({ id: context.param("id") }), ({ id, signingSecret }) =>
    secretPage({
      id,
      heading: say.webhooks.rotated,
      signingSecret,
      note: html`<p>${say.webhooks.rotatedNote}</p>`
    })
  )

const again = (context: PageContext, { problem }: Refused) => show(context, undefined, problem)

export const routes = [
  ...LogFilter.routes,
  WorkspacePage.page(`${path}/:id`, (context) => show(context)),
  WorkspacePage.form(`${path}/:id`, { run: save, again: (context, refused) => show(context, refused) }),
  WorkspacePage.form(`${path}/:id/test`, {
    run: (context) =>
      Effect.map(test({ id: context.param("id") }), ({ webhookId }) => ({
        to: `${path}/${webhookId}`,
        notice: say.webhooks.testSent
      })),
    again
  }),
  WorkspacePage.form(`${path}/:id/rotate`, { run: rotated, again }),
  WorkspacePage.form(`${path}/:id/delete`, {
    run: (context) =>
      Effect.as(remove({ id: context.param("id") }), { to: path, notice: say.webhooks.deleted }),
    again
  })
]
