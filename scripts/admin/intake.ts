/** Commands for contact pages and inbound email addresses. */
import { Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { BaseUrl } from "../../layers/runtime/BaseUrl.ts"
import { type Form, Forms } from "../../layers/intake/Forms.ts"
import { InboundAddresses } from "../../layers/intake/InboundAddresses.ts"
import { Members } from "../../layers/identity/Members.ts"
import * as Sql from "../../layers/database/Sql.ts"
import type { Tenant } from "../../layers/identity/Tenant.ts"
import { Refused } from "../../layers/identity/Workspaces.ts"
import { type BoardId, UserId, type WorkspaceId } from "../../schema/Id.ts"
import * as IntakeAddress from "../../src/intake/rules/IntakeAddress.ts"
import * as IntakeToken from "../../src/intake/rules/IntakeToken.ts"
import { group, make } from "./command/Command.ts"
import * as Flags from "./command/Flags.ts"
import { recorded } from "./command/Workspace.ts"

/** Operators name a board only by its id. */
const workspaceOfBoard = Effect.fnUntraced(function* (id: BoardId) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ workspace: WorkspaceId }>`SELECT workspace_id AS workspace
    FROM boards WHERE id = ${id}`
  return (
    rows[0]?.workspace ??
    (yield* new Refused({ code: "board_not_found", message: `There is no board ${id}.` }))
  )
}, Sql.orDie)

const withinBoard = <A, E, R>(operation: string, board: BoardId, effect: Effect.Effect<A, E, R | Tenant>) =>
  Effect.flatMap(workspaceOfBoard(board), (workspaceId) => recorded(operation, workspaceId, effect))

const revoking = (operation: string, token: string, revoke: Effect.Effect<boolean, never, Tenant>) =>
  Effect.gen(function* () {
    const workspaceId = IntakeToken.workspaceOf(token)
    const done = Option.isSome(workspaceId) && (yield* recorded(operation, workspaceId.value, revoke))
    if (done) return { token, revoked: true }
    return yield* new Refused({
      code: "token_not_found",
      message: `There is no contact page or email address with the token ${token}.`
    })
  })

const setDefaultOwner = Effect.fnUntraced(function* (form: Form, owner: UserId) {
  if ((yield* (yield* Members).find(owner)) === undefined) {
    return yield* new Refused({
      code: "member_not_found",
      message: `The user ${owner} is not a member of the board's workspace.`
    })
  }
  yield* (yield* Forms).setDefaultOwner(form.id, owner)
})

const token = Flags.text(
  "token",
  Schema.String,
  "The token, as the command printed it; it is also the last part of the address"
)

const formToken = make(
  "token",
  "Prints the address of a board's contact page; creates the page if there is none.",
  {
    board: Flags.board,
    defaultOwner: Flags.optional(
      Flags.text("default-owner", UserId, "The id of the person who owns the deals made from its leads")
    )
  },
  Effect.fnUntraced(function* ({ board, defaultOwner }) {
    const forms = yield* Forms
    const form = yield* withinBoard(
      "form.token",
      board,
      Effect.tap(forms.ofBoard(board), (form) =>
        defaultOwner === undefined ? Effect.void : setDefaultOwner(form, defaultOwner)
      )
    )
    return { token: form.token, url: IntakeAddress.form(yield* BaseUrl, form.token) }
  })
)

const formRevoke = make(
  "revoke",
  "Closes a contact page for good.",
  { token },
  Effect.fnUntraced(function* ({ token }) {
    return yield* revoking("form.revoke", token, (yield* Forms).revoke(token))
  })
)

const inboundAddress = make(
  "address",
  "Prints the address where a board takes email; creates it if there is none.",
  { board: Flags.board },
  Effect.fnUntraced(function* ({ board }) {
    const { token } = yield* withinBoard("inbound.address", board, (yield* InboundAddresses).ofBoard(board))
    return { token, url: IntakeAddress.email(yield* BaseUrl, token) }
  })
)

const inboundRevoke = make(
  "revoke",
  "Closes an address that takes email for good.",
  { token },
  Effect.fnUntraced(function* ({ token }) {
    return yield* revoking("inbound.revoke", token, (yield* InboundAddresses).revoke(token))
  })
)

export const form = group("form", "Contact pages", [formToken, formRevoke])

export const inbound = group("inbound", "Addresses that take email", [inboundAddress, inboundRevoke])
