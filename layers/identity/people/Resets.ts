/** Links for choosing a new password, mailed to people who forgot theirs. */
import { Clock, Context, Effect, FiberSet, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as ResetLetter from "../../../src/identity/rules/ResetLetter.ts"
import type { AuditContext } from "../../audit/Audit.ts"
import * as AuditActors from "../../audit/AuditActors.ts"
import { BaseUrl } from "../../runtime/BaseUrl.ts"
import * as Sql from "../../database/Sql.ts"
import { Mail } from "../../mail/Mail.ts"
import { Outages } from "../../runtime/Outages.ts"
import { type Account, People } from "./People.ts"
import { PersonAudit, noteChange } from "./PersonAudit.ts"

/** The hours for which a mailed link is valid. */
const hours = 1

/** The maximum number of an account's open links, so that nobody can flood a person's mailbox. */
const maxLinks = 3

/** The maximum number of an address's accounts that get a link, and of requests that are processed at once. */
const resetLimits = { accounts: 10, atOnce: 64 }

const auditContext: AuditContext = {
  operation: "account.reset",
  surface: "pages",
  doer: AuditActors.visitor("link")
}

export class Resets extends Context.Service<
  Resets,
  {
    /** Mails a link for each account of the address, if any. Reveals nothing, and returns at once in any case. */
    readonly ask: (email: string, language: string) => Effect.Effect<void>
  }
>()("pipeline/layers/people/Resets") {
  static readonly layer = Layer.effect(
    Resets,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const base = yield* BaseUrl
      const mail = yield* Mail
      const people = yield* People
      const personAudit = yield* PersonAudit
      const fibers = yield* FiberSet.make<void>()

      const linkOf = Effect.fnUntraced(function* ({ id, onlyIn }: Account) {
        yield* people.lock(id)
        const since = new Date((yield* Clock.currentTimeMillis) - hours * 3_600_000).toISOString()
        const open = yield* sql`SELECT FROM password_links WHERE user_id = ${id} AND created_at > ${since}
          LIMIT ${maxLinks}`
        if (open.length >= maxLinks) return []
        const { expiresAt, token } = yield* people.link(id, hours, onlyIn)
        yield* noteChange(id, { passwordLink: null }, { passwordLink: expiresAt })
        const names = (yield* people.memberships(id)).map(({ name }) => name).join(", ")
        return [{ names, href: `${base}/welcome/${token}` }]
      }, Sql.orDie)

      const answer = Effect.fnUntraced(function* (email: string, language: string) {
        const accounts = (yield* people.accounts(email)).slice(0, resetLimits.accounts)
        const links = yield* Effect.forEach(accounts, (one) =>
          personAudit.told(auditContext, one.id, linkOf(one))
        )
        const all = links.flat()
        if (accounts[0] !== undefined && all.length > 0)
          yield* mail.send(accounts[0].email, ResetLetter.of(language, all))
      })

      const ask = Effect.fn("Resets.ask")(function* (email: string, language: string) {
        const isFull = (yield* FiberSet.size(fibers)) >= resetLimits.atOnce
        if (isFull)
          return yield* Effect.logWarning("Too many people ask for a new password at once: one got no mail")
        const safe = Effect.catchCause(answer(email, language), (cause) =>
          Outages.report("A link to a new password could not be mailed", cause)
        )
        yield* FiberSet.run(fibers, safe)
      })

      return Resets.of({ ask })
    })
  )
}
