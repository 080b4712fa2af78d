/** Opens and closes the ways leads come in by; whoever knows such an address may send leads to it. */
import { Effect, Option, Schema } from "effect"
import { BaseUrl } from "../../layers/BaseUrl.ts"
import { Boards } from "../../layers/Boards.ts"
import { type Form, Forms } from "../../layers/Forms.ts"
import { type InboundAddress, InboundAddresses } from "../../layers/InboundAddresses.ts"
import { Members } from "../../layers/Members.ts"
import { Settings } from "../../layers/Settings.ts"
import { Invalid, NotFound } from "../../schema/Fault.ts"
import { BoardId, UserId } from "../../schema/Id.ts"
import { type ContactForm, type InboundEmail, Intake, Way } from "../../schema/Intake.ts"
import * as IntakeAddress from "../domain/IntakeAddress.ts"
import * as Operation from "../Operation.ts"

const gone: Readonly<Record<Way, NotFound>> = {
  form: new NotFound({
    code: "form_not_found",
    message: "This contact page was closed or replaced meanwhile. Look at the one there is now."
  }),
  email: new NotFound({
    code: "inbound_address_not_found",
    message: "This address was closed or replaced meanwhile. Look at the one there is now."
  })
}

const formOf = Effect.fnUntraced(function* ({ createdAt, defaultOwnerId, token }: Form) {
  const url = IntakeAddress.form(yield* BaseUrl, token)
  return { token, url, defaultOwnerId, createdAt } satisfies ContactForm
})

const emailOf = Effect.fnUntraced(function* ({ createdAt, token }: InboundAddress) {
  const base = yield* BaseUrl
  const { smtpPort } = yield* Settings
  const mailbox = smtpPort === undefined ? null : IntakeAddress.mailbox(base, token)
  return { token, url: IntakeAddress.email(base, token), mailbox, createdAt } satisfies InboundEmail
})

const read = Effect.fnUntraced(function* (boardId: BoardId) {
  const form = yield* (yield* Forms).current(boardId)
  const address = yield* (yield* InboundAddresses).current(boardId)
  return {
    form: form === undefined ? null : yield* formOf(form),
    email: address === undefined ? null : yield* emailOf(address)
  } satisfies Intake
})

/** The form that is open under a token. */
const formUnder = Effect.fnUntraced(function* (token: string) {
  const form = yield* (yield* Forms).open(token)
  return Option.isNone(form) ? yield* gone.form : form.value
})

const boardUnder = Effect.fnUntraced(function* (way: Way, token: string) {
  if (way === "form") return (yield* formUnder(token)).boardId
  const address = yield* (yield* InboundAddresses).open(token)
  return Option.isNone(address) ? yield* gone.email : address.value.boardId
})

const revoke = Effect.fnUntraced(function* (way: Way, token: string) {
  const done = yield* (way === "form" ? yield* Forms : yield* InboundAddresses).revoke(token)
  if (!done) return yield* gone[way]
})

export const get = Operation.make("intake.get", {
  title: "Get the ways leads come in by",
  description: "Reads a board's contact page and its address for email; null for what is not open.",
  scope: "leads:read",
  kind: "read",
  input: { boardId: BoardId },
  success: Intake,
  faults: [NotFound],
  run: Effect.fnUntraced(function* ({ boardId }) {
    yield* (yield* Boards).find(boardId)
    return yield* read(boardId)
  })
})

export const open = Operation.make("intake.open", {
  title: "Open a way in",
  description: "Makes a board's contact page, or its address for email, where there is none. Admins only.",
  scope: "leads:write",
  role: "admin",
  kind: "write",
  input: { boardId: BoardId, way: Way },
  success: Intake,
  faults: [NotFound],
  run: Effect.fnUntraced(function* ({ boardId, way }) {
    yield* (yield* Boards).lock(boardId)
    yield* (way === "form" ? yield* Forms : yield* InboundAddresses).ofBoard(boardId)
    return yield* read(boardId)
  })
})

export const close = Operation.make("intake.close", {
  title: "Close a way in",
  description: "Closes a contact page or an address for email, for good. Admins only.",
  scope: "leads:write",
  role: "admin",
  kind: "write",
  input: { way: Way, token: Schema.String },
  success: Intake,
  faults: [NotFound],
  run: Effect.fnUntraced(function* ({ token, way }) {
    const boardId = yield* boardUnder(way, token)
    yield* revoke(way, token)
    return yield* read(boardId)
  })
})

export const replace = Operation.make("intake.replace", {
  title: "Replace a way in",
  description:
    "Closes a contact page or an address for email and opens another, with the same default owner. Admins only.",
  scope: "leads:write",
  role: "admin",
  kind: "write",
  input: { way: Way, token: Schema.String },
  success: Intake,
  faults: [NotFound],
  run: Effect.fnUntraced(function* ({ token, way }) {
    const boardId = yield* boardUnder(way, token)
    const owner = way === "form" ? (yield* formUnder(token)).defaultOwnerId : null
    yield* revoke(way, token)
    if (way === "email") yield* (yield* InboundAddresses).ofBoard(boardId)
    else {
      const forms = yield* Forms
      yield* forms.setDefaultOwner((yield* forms.ofBoard(boardId)).id, owner)
    }
    return yield* read(boardId)
  })
})

export const setOwner = Operation.make("intake.setOwner", {
  title: "Set a contact page's default owner",
  description: "Says who owns the deals that leads of a contact page become; null for whoever promotes them.",
  scope: "leads:write",
  role: "admin",
  kind: "write",
  input: { token: Schema.String, ownerId: Schema.NullOr(UserId) },
  success: Intake,
  faults: [NotFound, Invalid],
  run: Effect.fnUntraced(function* ({ ownerId, token }) {
    const form = yield* formUnder(token)
    if (ownerId !== null && (yield* (yield* Members).find(ownerId)) === undefined) {
      return yield* new Invalid({
        code: "invalid_owner",
        message: "This person is no member of the workspace any more. Choose another."
      })
    }
    yield* (yield* Forms).setDefaultOwner(form.id, ownerId)
    return yield* read(form.boardId)
  })
})

export const operations = [get, open, close, replace, setOwner] as const
