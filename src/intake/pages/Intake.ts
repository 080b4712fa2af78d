/** The intake page of a board: its contact page, a website's own form, and email. */
import { say } from "../../surfaces/web/i18n/Words.ts"
import { Effect } from "effect"
import type { Intake as Ways, Way } from "../../../schema/Intake.ts"
import type { Member } from "../../../schema/Member.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import type { Refused } from "../../surfaces/web/Form.ts"
import * as ContractForm from "../../surfaces/web/form/ContractForm.ts"
import { html, type Html, type Part } from "../../surfaces/web/Html.ts"
import * as PageLayout from "../../surfaces/web/frame/PageLayout.ts"
import * as LocalTime from "../../surfaces/web/LocalTime.ts"
import * as PageResponse from "../../surfaces/web/PageResponse.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import { confirmed } from "../../surfaces/web/SettingsParts.ts"
import * as SettingsFrame from "../../surfaces/web/frame/SettingsFrame.ts"
import * as Snippets from "./Snippets.ts"

const path = "/settings/intake"
const get = callOperation("intake.get")
const getBoard = callOperation("boards.get")
const nameBoards = callOperation("boards.names")
const listMembers = callOperation("members.list")

const open = ContractForm.of("intake.open", { way: { hidden: true } })
const close = ContractForm.of("intake.close", { way: { hidden: true }, token: { hidden: true } })
const replace = ContractForm.of("intake.replace", { way: { hidden: true }, token: { hidden: true } })
const setOwner = ContractForm.of("intake.setOwner", {
  token: { hidden: true },
  ownerId: { hint: say.intake.ownerHint }
})

type Intake = typeof Ways.Encoded
type Members = ReadonlyArray<typeof Member.Encoded>

interface Snippet {
  readonly id: string
  readonly label: Part
  readonly text: string
  readonly hint?: Part
  /** Other actions. */
  readonly more?: Html
}

/** A text to copy. The button appears only with scripts. */
const copied = ({ hint, id, label, more, text }: Snippet): Html =>
  html`<h3 id="${id}-label">${label}</h3>
    ${hint !== undefined && html`<p class="hint">${hint}</p>`}
    <pre class="wire" id="${id}">${text}</pre>
    <p class="copying">
      <button type="button" class="quiet" data-copies="${id}" aria-describedby="${id}-label">
        ${say.parts.copy}
      </button>
      ${more}
    </p>`

const isAdmin = ({ actor }: PageContext) => actor.role === "admin"

const opening = (context: PageContext, way: Way, what: Part): Html =>
  isAdmin(context)
    ? html`<form method="post" action="${path}/${context.param("id")}/open">
        ${WorkspacePage.hidden(context, `open ${way}`)} ${open.show({ values: { way } }).fields}
        <p>${what} <button type="submit">${say.intake.openOne}</button></p>
      </form>`
    : html`<p>${what} ${say.intake.adminsOpen}</p>`

/** The forms to replace and to close an address. The old address stops working. */
const ending = (context: PageContext, way: Way, token: string): Html | false => {
  const at = `${path}/${context.param("id")}`
  return (
    isAdmin(context) &&
    html`${confirmed(context, {
      id: `replace ${way}`,
      action: `${at}/replace`,
      verb: say.intake.replace,
      what: say.intake.thisOne[way],
      warning: say.intake.replaceWarning,
      fields: replace.show({ values: { way, token } }).fields
    })}
    ${confirmed(context, {
      id: `close ${way}`,
      action: `${at}/close`,
      verb: say.intake.close,
      what: say.intake.thisOne[way],
      warning: say.intake.closeWarning,
      fields: close.show({ values: { way, token } }).fields
    })}`
  )
}

const nobody = say.intake.nobody

const owner = (context: PageContext, form: NonNullable<Intake["form"]>, members: Members): Html => {
  const nameOf = ({ email, name }: Members[number]) => (name === null ? email : `${name} (${email})`)
  if (!isAdmin(context)) {
    const member = members.find(({ id }) => id === form.defaultOwnerId)
    return html`<p>${say.intake.defaultOwner(member === undefined ? nobody : nameOf(member))}</p>`
  }
  const formView = setOwner.show({
    values: { token: form.token, ownerId: form.defaultOwnerId },
    choices: {
      ownerId: [
        { id: "", name: nobody },
        ...members.map((member) => ({ id: member.id, name: nameOf(member) }))
      ]
    }
  })
  return html`<form class="inline" method="post" action="${path}/${context.param("id")}/owner">
    ${WorkspacePage.hidden(context, "owner")} ${formView.fields}
    <p><button type="submit" class="quiet">${say.intake.saveOwner}</button></p>
  </form>`
}

const contactPage = (context: PageContext, { form }: Intake, members: Members): Html =>
  html`<section class="card" aria-labelledby="form">
    <h2 id="form">${say.intake.pageAndForms}</h2>
    ${
      form === null
        ? opening(context, "form", say.intake.noPage)
        : html`<p class="soft">${say.intake.openSince(LocalTime.minute(form.createdAt))}</p>
            ${copied({
              id: "form-url",
              label: say.intake.address,
              text: form.url,
              hint: say.intake.linkTo,
              more: html`<a href="${form.url}" target="_blank" rel="noopener"
                >${say.intake.openPage}<span class="unseen">${say.intake.newTab}</span></a
              >`
            })}
            ${copied({
              id: "form-html",
              label: say.intake.forWebsite,
              text: Snippets.form(form.url),
              hint: say.intake.paste
            })}
            ${copied({
              id: "form-script",
              label: say.intake.fromScript,
              text: Snippets.script(form.url),
              hint: say.intake.anyOrigin
            })}
            ${owner(context, form, members)} ${ending(context, "form", form.token)}`
    }
  </section>`

const mailboxOf = ({ mailbox }: NonNullable<Intake["email"]>): Html =>
  mailbox === null
    ? html`<p class="hint">${say.intake.noSmtp}</p>`
    : copied({
        id: "mailbox",
        label: say.intake.emailAddress,
        text: mailbox,
        hint: say.intake.forward
      })

const byEmail = (context: PageContext, { email }: Intake): Html =>
  html`<section class="card" aria-labelledby="email">
    <h2 id="email">${say.intake.email}</h2>
    ${
      email === null
        ? opening(context, "email", say.intake.noEmail)
        : html`<p class="soft">
              ${say.intake.openSince(LocalTime.minute(email.createdAt))} ${say.intake.noBulk}
            </p>
            ${mailboxOf(email)}
            ${copied({
              id: "email-url",
              label: say.intake.httpAddress,
              text: email.url,
              hint: say.intake.oneRaw
            })}
            ${copied({
              id: "email-alias",
              label: say.intake.aliases,
              text: Snippets.alias(email.url)
            })}
            ${copied({ id: "email-curl", label: say.intake.fromFile, text: Snippets.message(email.url) })}
            ${ending(context, "email", email.token)}`
    }
  </section>`

const show = Effect.fnUntraced(function* (context: PageContext, problem?: Part) {
  const board = yield* getBoard({ id: context.param("id") })
  const intake = yield* get({ boardId: board.id })
  const members = yield* listMembers({})
  return SettingsFrame.content("Intake", {
    title: say.intake.leadsFor(board.name),
    styles: ["setup.css"],
    body: html`<h1>${say.intake.leadsFor(board.name)}</h1>
      <p class="soft">${say.intake.about}</p>
      ${PageLayout.problem(problem)} ${contactPage(context, intake, members)} ${byEmail(context, intake)}`
  })
})

const choose = Effect.map(nameBoards({}), (boards) =>
  boards.length === 1 && boards[0] !== undefined
    ? PageResponse.goTo(`${path}/${boards[0].id}`)
    : SettingsFrame.content("Intake", {
        title: say.intake.title,
        body: html`<h1>${say.intake.title}</h1>
          <p class="soft">${say.intake.choose}</p>
          <ul class="rows" aria-label="${say.frame.tab.Boards}">
            ${boards.map(({ id, name }) => html`<li><a href="${path}/${id}">${name}</a></li>`)}
          </ul>`
      })
)

const again = (context: PageContext, { problem }: Refused) => show(context, problem)

const back = (context: PageContext, notice: Part) => ({ to: `${path}/${context.param("id")}`, notice })

export const routes = [
  WorkspacePage.page(path, () => choose),
  WorkspacePage.page(`${path}/:id`, (context) => show(context)),
  WorkspacePage.form(`${path}/:id/open`, {
    run: (context, form) =>
      Effect.as(open.send(form, { boardId: context.param("id") }), back(context, say.intake.isOpen)),
    again
  }),
  WorkspacePage.form(`${path}/:id/replace`, {
    run: (context, form) => Effect.as(replace.send(form, {}), back(context, say.intake.isReplaced)),
    again
  }),
  WorkspacePage.form(`${path}/:id/close`, {
    run: (context, form) => Effect.as(close.send(form, {}), back(context, say.intake.isClosed)),
    again
  }),
  WorkspacePage.form(`${path}/:id/owner`, {
    run: (context, form) => Effect.as(setOwner.send(form, {}), back(context, say.intake.ownerSaved)),
    again
  })
]
