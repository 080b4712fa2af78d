/** The ways leads come in to a board by: its contact page, a website's own form, email. */
import { Effect } from "effect"
import type { Intake as Ways, Way } from "../../../../schema/Intake.ts"
import type { Member } from "../../../../schema/Member.ts"
import { act } from "../platform/Act.ts"
import type { Refused } from "../platform/Form.ts"
import * as ContractForm from "../platform/form/ContractForm.ts"
import { html, type Html, type Part } from "../platform/Html.ts"
import * as Layout from "../platform/Layout.ts"
import * as Moment from "../platform/Moment.ts"
import * as Page from "../platform/Page.ts"
import * as Workplace from "../platform/Workplace.ts"
import { confirmed } from "../platform/Parts.ts"
import * as Settings from "../platform/Settings.ts"
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
  ownerId: { hint: "Of the deals that leads of this form become." }
})

type Intake = typeof Ways.Encoded
type Members = ReadonlyArray<typeof Member.Encoded>

interface Copied {
  readonly id: string
  readonly label: string
  readonly text: string
  readonly hint?: string
  /** What else can be done with it. */
  readonly more?: Html
}

/** A text to take along; the button appears where there are scripts to copy with. */
const copied = ({ hint, id, label, more, text }: Copied): Html =>
  html`<h3 id="${id}-label">${label}</h3>
    ${hint !== undefined && html`<p class="hint">${hint}</p>`}
    <pre class="wire" id="${id}">${text}</pre>
    <p class="copying">
      <button type="button" class="quiet" data-copies="${id}" aria-describedby="${id}-label">Copy</button>
      ${more}
    </p>`

const isAdmin = ({ actor }: Workplace.Here) => actor.role === "admin"

const names: Readonly<Record<Way, string>> = { form: "contact page", email: "address" }

const opening = (here: Workplace.Here, way: Way, what: string): Html =>
  isAdmin(here)
    ? html`<form method="post" action="${path}/${here.param("id")}/open">
        ${Workplace.hidden(here, `open ${way}`)} ${open.show({ values: { way } }).fields}
        <p>${what} <button type="submit">Open one</button></p>
      </form>`
    : html`<p>${what} Admins open one.</p>`

/** Replacing and closing: whoever still has the old address is turned away. */
const ending = (here: Workplace.Here, way: Way, token: string): Html | false => {
  const at = `${path}/${here.param("id")}`
  return (
    isAdmin(here) &&
    html`${confirmed(here, {
      id: `replace ${way}`,
      action: `${at}/replace`,
      verb: "Replace",
      what: `this ${names[way]}`,
      warning: "You get a new one. The old one stops at once: change it wherever you gave it out.",
      fields: replace.show({ values: { way, token } }).fields
    })}
    ${confirmed(here, {
      id: `close ${way}`,
      action: `${at}/close`,
      verb: "Close",
      what: `this ${names[way]}`,
      warning: "It stops at once, for good. You can open a new one later.",
      fields: close.show({ values: { way, token } }).fields
    })}`
  )
}

const nobody = "Whoever promotes the lead"

const owner = (here: Workplace.Here, form: NonNullable<Intake["form"]>, members: Members): Html => {
  const nameOf = ({ email, name }: Members[number]) => (name === null ? email : `${name} (${email})`)
  if (!isAdmin(here)) {
    const member = members.find(({ id }) => id === form.defaultOwnerId)
    return html`<p>
      Default owner: ${member === undefined ? nobody : nameOf(member)}. Of the deals that leads of this form
      become.
    </p>`
  }
  const shown = setOwner.show({
    values: { token: form.token, ownerId: form.defaultOwnerId },
    choices: {
      ownerId: [
        { id: "", name: nobody },
        ...members.map((member) => ({ id: member.id, name: nameOf(member) }))
      ]
    }
  })
  return html`<form class="inline" method="post" action="${path}/${here.param("id")}/owner">
    ${Workplace.hidden(here, "owner")} ${shown.fields}
    <p><button type="submit" class="quiet">Save the owner</button></p>
  </form>`
}

const contactPage = (here: Workplace.Here, { form }: Intake, members: Members): Html =>
  html`<section class="card" aria-labelledby="form">
    <h2 id="form">Contact page and forms</h2>
    ${
      form === null
        ? opening(here, "form", "This board has no contact page.")
        : html`<p class="soft">Open since ${Moment.minute(form.createdAt)}.</p>
            ${copied({
              id: "form-url",
              label: "Address",
              text: form.url,
              hint: "A page to link to. It works without scripts.",
              more: html`<a href="${form.url}" target="_blank" rel="noopener"
                >Open the page<span class="unseen"> (a new tab)</span></a
              >`
            })}
            ${copied({
              id: "form-html",
              label: "A form for your website",
              text: Snippets.form(form.url),
              hint: "Paste it where the form is to be, and style it as you like."
            })}
            ${copied({
              id: "form-script",
              label: "From a script",
              text: Snippets.script(form.url),
              hint: "Any origin may send. Fields are those of POST /v1/leads."
            })}
            ${owner(here, form, members)} ${ending(here, "form", form.token)}`
    }
  </section>`

const mailboxOf = ({ mailbox }: NonNullable<Intake["email"]>): Html =>
  mailbox === null
    ? html`<p class="hint">
        This service takes no mail by SMTP. An operator switches that on with <code>SMTP_PORT</code>.
      </p>`
    : copied({
        id: "mailbox",
        label: "Email address",
        text: mailbox,
        hint: "Forward to it, or give it out. The mail of its domain has to be routed to this service."
      })

const byEmail = (here: Workplace.Here, { email }: Intake): Html =>
  html`<section class="card" aria-labelledby="email">
    <h2 id="email">Email</h2>
    ${
      email === null
        ? opening(here, "email", "This board takes no email.")
        : html`<p class="soft">
              Open since ${Moment.minute(email.createdAt)}. Automatic answers and bulk mail make no leads.
            </p>
            ${mailboxOf(email)}
            ${copied({
              id: "email-url",
              label: "HTTP address",
              text: email.url,
              hint: "Takes one raw message (RFC 5322), up to 10 MiB."
            })}
            ${copied({
              id: "email-alias",
              label: "In your mail server’s /etc/aliases",
              text: Snippets.alias(email.url)
            })}
            ${copied({ id: "email-curl", label: "A message from a file", text: Snippets.message(email.url) })}
            ${ending(here, "email", email.token)}`
    }
  </section>`

const show = Effect.fnUntraced(function* (here: Workplace.Here, problem?: Part) {
  const board = yield* getBoard({ id: here.param("id") })
  const intake = yield* get({ boardId: board.id })
  const members = yield* listMembers({})
  return Settings.content("Intake", {
    title: `Leads for ${board.name}`,
    styles: ["setup.css"],
    body: html`<h1>Leads for ${board.name}</h1>
      <p class="soft">
        Beside the API, leads come in here. Whoever knows one of these addresses can send leads to the board.
      </p>
      ${Layout.problem(problem)} ${contactPage(here, intake, members)} ${byEmail(here, intake)}`
  })
})

const choose = Effect.map(nameBoards({}), (boards) =>
  boards.length === 1 && boards[0] !== undefined
    ? Page.goTo(`${path}/${boards[0].id}`)
    : Settings.content("Intake", {
        title: "Intake",
        body: html`<h1>Intake</h1>
          <p class="soft">Every board has its own ways in for leads. Choose one.</p>
          <ul class="rows" aria-label="Boards">
            ${boards.map(({ id, name }) => html`<li><a href="${path}/${id}">${name}</a></li>`)}
          </ul>`
      })
)

const again = (here: Workplace.Here, { problem }: Refused) => show(here, problem)

const back = (here: Workplace.Here, notice: string) => ({ to: `${path}/${here.param("id")}`, notice })

export const routes = [
  Workplace.page(path, () => choose),
  Workplace.page(`${path}/:id`, (here) => show(here)),
  Workplace.form(`${path}/:id/open`, {
    run: (here, form) => Effect.as(open.send(form, { boardId: here.param("id") }), back(here, "It is open.")),
    again
  }),
  Workplace.form(`${path}/:id/replace`, {
    run: (here, form) => Effect.as(replace.send(form, {}), back(here, "It is replaced.")),
    again
  }),
  Workplace.form(`${path}/:id/close`, {
    run: (here, form) => Effect.as(close.send(form, {}), back(here, "It is closed.")),
    again
  }),
  Workplace.form(`${path}/:id/owner`, {
    run: (here, form) => Effect.as(setOwner.send(form, {}), back(here, "The default owner is saved.")),
    again
  })
]
