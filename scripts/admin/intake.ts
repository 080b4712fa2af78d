/** The operator's commands for the ways leads come in. */
import { Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { BaseUrl } from "../../layers/BaseUrl.ts"
import { type Form, Forms } from "../../layers/Forms.ts"
import { InboundAddresses } from "../../layers/InboundAddresses.ts"
import { Members } from "../../layers/Members.ts"
import * as Sql from "../../layers/Sql.ts"
import { Tenant } from "../../layers/Tenant.ts"
import { Refused } from "../../layers/Workspaces.ts"
import { BoardId, UserId, type WorkspaceId } from "../../schema/Id.ts"
import * as IntakeAddress from "../../src/domain/IntakeAddress.ts"
import * as IntakeToken from "../../src/domain/IntakeToken.ts"
import { make } from "./Command.ts"

/** The workspace of a board, which operators know by its id alone. */
const workspaceOfBoard = Effect.fnUntraced(function* (id: BoardId) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ workspace: WorkspaceId }>`SELECT workspace_id AS workspace
    FROM boards WHERE id = ${id}`
  return (
    rows[0]?.workspace ??
    (yield* new Refused({ code: "board_not_found", message: `There is no board ${id}.` }))
  )
}, Sql.orDie)

const withinBoard = <A, E, R>(board: BoardId, effect: Effect.Effect<A, E, R | Tenant>) =>
  Effect.flatMap(workspaceOfBoard(board), (workspaceId) =>
    Effect.provideService(effect, Tenant, { workspaceId })
  )

const revoking = (token: string, revoke: Effect.Effect<boolean, never, Tenant>) =>
  Effect.gen(function* () {
    const workspaceId = IntakeToken.workspaceOf(token)
    const done =
      Option.isSome(workspaceId) &&
      (yield* Effect.provideService(revoke, Tenant, { workspaceId: workspaceId.value }))
    if (done) return { token, revoked: true }
    return yield* new Refused({ code: "token_not_found", message: `Nothing takes leads under ${token}.` })
  })

const setDefaultOwner = Effect.fnUntraced(function* (form: Form, owner: UserId) {
  if ((yield* (yield* Members).find(owner)) === undefined) {
    return yield* new Refused({
      code: "member_not_found",
      message: `The user ${owner} is no member of the board's workspace.`
    })
  }
  yield* (yield* Forms).setDefaultOwner(form.id, owner)
})

const formToken = make({
  words: "form token",
  summary: "Gives the address of a board's contact page, made where there is none.",
  options: { board: BoardId, defaultOwner: Schema.optionalKey(UserId) },
  run: Effect.fnUntraced(function* ({ board, defaultOwner }) {
    const forms = yield* Forms
    const form = yield* withinBoard(
      board,
      Effect.tap(forms.ofBoard(board), (form) =>
        defaultOwner === undefined ? Effect.void : setDefaultOwner(form, defaultOwner)
      )
    )
    return { token: form.token, url: IntakeAddress.form(yield* BaseUrl, form.token) }
  })
})

const formRevoke = make({
  words: "form revoke",
  summary: "Closes a contact page for good.",
  options: { token: Schema.String },
  run: Effect.fnUntraced(function* ({ token }) {
    return yield* revoking(token, (yield* Forms).revoke(token))
  })
})

const inboundAddress = make({
  words: "inbound address",
  summary: "Gives the address a board takes email at, made where there is none.",
  options: { board: BoardId },
  run: Effect.fnUntraced(function* ({ board }) {
    const { token } = yield* withinBoard(board, (yield* InboundAddresses).ofBoard(board))
    return { token, url: IntakeAddress.email(yield* BaseUrl, token) }
  })
})

const inboundRevoke = make({
  words: "inbound revoke",
  summary: "Closes an address for email for good.",
  options: { token: Schema.String },
  run: Effect.fnUntraced(function* ({ token }) {
    return yield* revoking(token, (yield* InboundAddresses).revoke(token))
  })
})

export const commands = [formToken, formRevoke, inboundAddress, inboundRevoke] as const
