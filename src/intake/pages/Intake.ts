/** The intake page of a board: its contact page, a website's own form, and email. */
import { say } from "../../surfaces/web/words/Words.ts"
import { Effect } from "effect"
import type { Intake as Ways, Way } from "../../../schema/Intake.ts"
import type { Member } from "../../../schema/Member.ts"
import { act } from "../../surfaces/web/CallOperation.ts"
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
const get = act("intake.get")
const getBoard = act("boards.get")
const nameBoards = act("boards.names")
const listMembers = act("members.list")

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

const opening = (here: PageContext, way: Way, what: Part): Html =>
  isAdmin(here)
    ? html`<form method="post" action="${path}/${here.param("id")}/open">
        ${WorkspacePage.hidden(here, `open ${way}`)} ${open.show({ values: { way } }).fields}
        <p>${what} <button type="submit">${say.intake.openOne}</button></p>
      </form>`
    : html`<p>${what} ${say.intake.adminsOpen}</p>`

/** The forms to replace and to close an address. The old address stops working. */
const ending = (here: PageContext, way: Way, token: string): Html | false => {
  const at = `${path}/${here.param("id")}`
  return (
    isAdmin(here) &&
    html`${confirmed(here, {
      id: `replace ${way}`,
      action: `${at}/replace`,
      verb: say.intake.replace,
      what: say.intake.thisOne[way],
      warning: say.intake.replaceWarning,
      fields: replace.show({ values: { way, token } }).fields
    })}
    ${confirmed(here, {
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

const owner = (here: PageContext, form: NonNullable<Intake["form"]>, members: Members): Html => {
  const nameOf = ({ email, name }: Members[number]) => (name === null ? email : `${name} (${email})`)
  if (!isAdmin(here)) {
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
  return html`<form class="inline" method="post" action="${path}/${here.param("id")}/owner">
    ${WorkspacePage.hidden(here, "owner")} ${formView.fields}
    <p><button type="submit" class="quiet">${say.intake.saveOwner}</button></p>
  </form>`
}

const contactPage = (here: PageContext, { form }: Intake, members: Members): Html =>
  html`<section class="card" aria-labelledby="form">
    <h2 id="form">${say.intake.pageAndForms}</h2>
    ${
      form === null
        ? opening(here, "form", say.intake.noPage)
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
            ${owner(here, form, members)} ${ending(here, "form", form.token)}`
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

const byEmail = (here: PageContext, { email }: Intake): Html =>
  html`<section class="card" aria-labelledby="email">
    <h2 id="email">${say.intake.email}</h2>
    ${
      email === null
        ? opening(here, "email", say.intake.noEmail)
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
            ${ending(here, "email", email.token)}`
    }
  </section>`

const show = Effect.fnUntraced(function* (here: PageContext, problem?: Part) {
  const board = yield* getBoard({ id: here.param("id") })
  const intake = yield* get({ boardId: board.id })
  const members = yield* listMembers({})
  return SettingsFrame.content("Intake", {
    title: say.intake.leadsFor(board.name),
    styles: ["setup.css"],
    body: html`<h1>${say.intake.leadsFor(board.name)}</h1>
      <p class="soft">${say.intake.about}</p>
      ${PageLayout.problem(problem)} ${contactPage(here, intake, members)} ${byEmail(here, intake)}`
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

const again = (here: PageContext, { problem }: Refused) => show(here, problem)

const back = (here: PageContext, notice: Part) => ({ to: `${path}/${here.param("id")}`, notice })

export const routes = [
  WorkspacePage.page(path, () => choose),
  WorkspacePage.page(`${path}/:id`, (here) => show(here)),
  WorkspacePage.form(`${path}/:id/open`, {
    run: (here, form) =>
      Effect.as(open.send(form, { boardId: here.param("id") }), back(here, say.intake.isOpen)),
    again
  }),
  WorkspacePage.form(`${path}/:id/replace`, {
    run: (here, form) => Effect.as(replace.send(form, {}), back(here, say.intake.isReplaced)),
    again
  }),
  WorkspacePage.form(`${path}/:id/close`, {
    run: (here, form) => Effect.as(close.send(form, {}), back(here, say.intake.isClosed)),
    again
  }),
  WorkspacePage.form(`${path}/:id/owner`, {
    run: (here, form) => Effect.as(setOwner.send(form, {}), back(here, say.intake.ownerSaved)),
    again
  })
]
