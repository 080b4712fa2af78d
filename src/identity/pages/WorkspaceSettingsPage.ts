/** The workspace page: its name, time zone and plan, and the current usage. */
import { Effect } from "effect"
import { caps, type Limit } from "../../../layers/identity/PlanLimits.ts"
import * as TimeZone from "../../../schema/TimeZone.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import type { Refused, Submission } from "../../surfaces/web/Form.ts"
import * as ContractForm from "../../surfaces/web/form/ContractForm.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import * as SettingsFrame from "../../surfaces/web/frame/SettingsFrame.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"

const boardNames = callOperation("boards.names")
const lanesOf = callOperation("boards.lanes")
const templatesOf = callOperation("templates.list")
const keysOf = callOperation("keys.list")
const membersOf = callOperation("members.list")
const usageOf = callOperation("usage.read")

const form = ContractForm.of("workspace.update", {
  name: {},
  timeZone: { hint: say.settings.aboutZone },
  lostReasons: { rows: 4, hint: say.settings.aboutLostReasons }
})

const zones = TimeZone.names.map((id) => ({ id, name: id }))

interface Used {
  readonly what: Part
  readonly href: string
  readonly count: number
  readonly cap?: number | undefined
}

const row = ({ cap, count, href, what }: Used): Html =>
  html`<dt><a href="${href}">${what}</a></dt>
    <dd>
      ${cap === undefined ? say.settings.noCap(count) : say.settings.of(count, cap)}
      ${
        cap !== undefined &&
        html`<meter min="0" max="${cap}" high="${Math.ceil(cap * 0.9)}" value="${count}"></meter>`
      }
    </dd>`

/** Counts open deals of one board: a plan that limits deals has only one board. */
const openDeals = (boardId: string) =>
  Effect.map(lanesOf({ id: boardId, limit: 1 }), ({ lanes }) =>
    lanes
      .filter(({ stage: { region } }) => region !== "won" && region !== "dead")
      .reduce((sum, { dealCount }) => sum + dealCount, 0)
  )

const ofAdmins = Effect.fnUntraced(function* (capOf: (limit: Limit) => number | undefined) {
  const keys = yield* keysOf({})
  const members = yield* membersOf({})
  const { limits, whole } = yield* usageOf({})
  return [
    { what: say.settings.members, href: SettingsFrame.tabs.Members, count: members.length },
    {
      what: say.settings.keys,
      href: SettingsFrame.tabs["API keys"],
      count: keys.data.length,
      cap: capOf("api_keys")
    },
    {
      what: say.settings.requests,
      href: SettingsFrame.tabs.Usage,
      count: whole.minutes.requests.at(-1) ?? 0,
      cap: limits.workspace
    }
  ] satisfies ReadonlyArray<Used>
})

const editing = (context: PageContext, timeZone: string, refused: Refused | undefined): Html => {
  const { lostReasons, name } = context.actor.workspace
  // The API accepts zone names that the list has under another name.
  const own = zones.some(({ id }) => id === timeZone) ? [] : [{ id: timeZone, name: timeZone }]
  const formView = form.show({
    refused,
    values: { name, timeZone, lostReasons },
    choices: { timeZone: [...own, ...zones] }
  })
  return html`<form class="card new" method="post" action="${SettingsFrame.tabs.Workspace}">
    ${formView.problem} ${WorkspacePage.hidden(context, "workspace")} ${formView.fields}
    <div class="actions"><button type="submit">${say.settings.save}</button></div>
  </form>`
}

const show = Effect.fnUntraced(function* (context: PageContext, refused?: Refused) {
  const { name, plan, timeZone = "UTC" } = context.actor.workspace
  const isAdmin = context.actor.role === "admin"
  const capOf = (limit: Limit) => caps[plan][limit]
  const boards = yield* boardNames({})
  const templates = (yield* templatesOf({})).data.length
  const dealCap = capOf("active_deals")
  const [board] = boards
  const used: ReadonlyArray<Used> = [
    {
      what: say.settings.boards,
      href: SettingsFrame.tabs.Boards,
      count: boards.length,
      cap: capOf("boards")
    },
    ...(dealCap === undefined || board === undefined
      ? []
      : [
          {
            what: say.settings.openDeals,
            href: `/boards/${board.id}`,
            count: yield* openDeals(board.id),
            cap: dealCap
          }
        ]),
    {
      what: say.settings.templates,
      href: SettingsFrame.tabs.Templates,
      count: templates,
      cap: capOf("templates")
    },
    ...(isAdmin ? yield* ofAdmins(capOf) : [])
  ]
  return SettingsFrame.content("Workspace", {
    title: say.settings.title,
    body: html`<h1>${say.settings.title}</h1>
      ${isAdmin && editing(context, timeZone, refused)}
      <section class="card new">
        <dl class="facts">
          ${
            !isAdmin &&
            html`<dt>${say.settings.name}</dt>
              <dd><bdi>${name}</bdi></dd>
              <dt>${say.settings.timeZone}</dt>
              <dd>${timeZone}</dd>`
          }
          <dt>${say.settings.plan}</dt>
          <dd>${say.settings.plans[plan]}</dd>
          <dt>${say.settings.role}</dt>
          <dd>${say.account.role[context.actor.role]}</dd>
        </dl>
        <p class="hint">${say.settings.operator}</p>
      </section>
      <section class="card new" aria-labelledby="used">
        <h2 id="used">${say.settings.used}</h2>
        <dl class="facts used">${used.map(row)}</dl>
      </section>`
  })
})

const save = (_: PageContext, submission: Submission) =>
  Effect.as(form.send(submission, {}), { to: SettingsFrame.tabs.Workspace, notice: say.settings.saved })

export const routes = [
  WorkspacePage.page(SettingsFrame.tabs.Workspace, (context) => show(context)),
  WorkspacePage.form(SettingsFrame.tabs.Workspace, { run: save, again: show })
]
