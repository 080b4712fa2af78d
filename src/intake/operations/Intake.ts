/** Opens and closes a board's contact page and inbound email address. Anyone who knows one can send leads to it. */
import { Effect, Option } from "effect"
import { BaseUrl } from "../../../layers/runtime/BaseUrl.ts"
import { Boards } from "../../../layers/boards/Boards.ts"
import { type Form, Forms } from "../../../layers/intake/Forms.ts"
import { type InboundAddress, InboundAddresses } from "../../../layers/intake/InboundAddresses.ts"
import { Members } from "../../../layers/identity/Members.ts"
import { Settings } from "../../../layers/settings/Settings.ts"
import { Invalid, NotFound } from "../../../schema/Fault.ts"
import { BoardId } from "../../../schema/Id.ts"
import { type ContactForm, type InboundEmail, Intake, Way } from "../../../schema/Intake.ts"
import type * as Contract from "../contract/Intake.ts"
import * as IntakeAddress from "../rules/IntakeAddress.ts"
import type * as Implementation from "../../Implementation.ts"

const notFound: Readonly<Record<Way, NotFound>> = {
  form: new NotFound({
    code: "form_not_found",
    message: "This contact page has been closed or replaced. Reload to see the current one."
  }),
  email: new NotFound({
    code: "inbound_address_not_found",
    message: "This address has been closed or replaced. Reload to see the current one."
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

const readIntake = Effect.fnUntraced(function* (boardId: BoardId) {
  const form = yield* (yield* Forms).current(boardId)
  const address = yield* (yield* InboundAddresses).current(boardId)
  return {
    form: form === undefined ? null : yield* formOf(form),
    email: address === undefined ? null : yield* emailOf(address)
  } satisfies Intake
})

/** The open form with this token. */
const formUnder = Effect.fnUntraced(function* (token: string) {
  const form = yield* (yield* Forms).open(token)
  return Option.isNone(form) ? yield* notFound.form : form.value
})

const boardUnder = Effect.fnUntraced(function* (way: Way, token: string) {
  if (way === "form") return (yield* formUnder(token)).boardId
  const address = yield* (yield* InboundAddresses).open(token)
  return Option.isNone(address) ? yield* notFound.email : address.value.boardId
})

const revoke = Effect.fnUntraced(function* (way: Way, token: string) {
  const done = yield* (way === "form" ? yield* Forms : yield* InboundAddresses).revoke(token)
  if (!done) return yield* notFound[way]
})

export const implementations = {
  "intake.get": Effect.fnUntraced(function* ({ boardId }) {
    yield* (yield* Boards).find(boardId)
    return yield* readIntake(boardId)
  }),
  "intake.open": Effect.fnUntraced(function* ({ boardId, way }) {
    yield* (yield* Boards).lock(boardId)
    yield* (way === "form" ? yield* Forms : yield* InboundAddresses).ofBoard(boardId)
    return yield* readIntake(boardId)
  }),
  "intake.close": Effect.fnUntraced(function* ({ token, way }) {
    const boardId = yield* boardUnder(way, token)
    yield* revoke(way, token)
    return yield* readIntake(boardId)
  }),
  "intake.replace": Effect.fnUntraced(function* ({ token, way }) {
    const boardId = yield* boardUnder(way, token)
    const owner = way === "form" ? (yield* formUnder(token)).defaultOwnerId : null
    yield* revoke(way, token)
    if (way === "email") yield* (yield* InboundAddresses).ofBoard(boardId)
    else {
      const forms = yield* Forms
      yield* forms.setDefaultOwner((yield* forms.ofBoard(boardId)).id, owner)
    }
    return yield* readIntake(boardId)
  }),
  "intake.setOwner": Effect.fnUntraced(function* ({ ownerId, token }) {
    const form = yield* formUnder(token)
    if (ownerId !== null && (yield* (yield* Members).find(ownerId)) === undefined) {
      return yield* new Invalid({
        code: "invalid_owner",
        message: "This person is no longer a member of the workspace. Choose another."
      })
    }
    yield* (yield* Forms).setDefaultOwner(form.id, ownerId)
    return yield* readIntake(form.boardId)
  })
} satisfies Implementation.Of<typeof Contract.operations>
