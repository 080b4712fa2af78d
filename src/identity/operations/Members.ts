import { Effect } from "effect"
import { Actor } from "../../../layers/identity/Actor.ts"
import { BaseUrl } from "../../../layers/runtime/BaseUrl.ts"
import { Members } from "../../../layers/identity/Members.ts"
import { People, resetHours } from "../../../layers/identity/people/People.ts"
import { Forbidden, NotFound } from "../../../schema/Fault.ts"
import * as Authorization from "../../invocation/Authorization.ts"
import type * as Contract from "../contract/Members.ts"
import type * as Implementation from "../../Implementation.ts"

const elsewhereToo = (email: string) =>
  new Forbidden({
    code: "belongs_elsewhere",
    message: `${email} also belongs to another workspace, so admins of this one cannot reset their password. The operator of the service can make the link: npm run -s admin -- user reset --email ${email}`
  })

export const implementations = {
  "members.list": Effect.fnUntraced(function* () {
    yield* Authorization.needAnyRead
    return yield* (yield* Members).all
  }),
  "members.lookup": Effect.fnUntraced(function* ({ q = "" }) {
    yield* Authorization.needAnyRead
    const text = q.trim().toLowerCase()
    const has = (field: string | null) => field?.toLowerCase().includes(text) === true
    const found = (yield* (yield* Members).all).filter(({ email, name }) => has(name) || has(email))
    return { data: found.map(({ email, id, name, role }) => ({ id, name, email, role })) }
  }),
  "members.set_role": Effect.fnUntraced(function* ({ id, role }) {
    yield* (yield* Members).setRole(id, role)
    return { id, role }
  }),
  "members.remove": Effect.fnUntraced(function* ({ id }) {
    yield* (yield* Members).remove(id)
    return { id, deleted: true }
  }),
  "members.reset_link": Effect.fnUntraced(function* ({ id }) {
    const people = yield* People
    const member = yield* (yield* Members).find(id)
    if (member === undefined) return yield* NotFound.of("member", id)
    // If another workspace adds them at the same time, it waits for this transaction and then revokes the link.
    yield* people.lock(id)
    const { workspace } = yield* Actor
    const isElsewhere = (yield* people.memberships(id)).some(
      (one) => one.workspaceId !== workspace.id && one.rehearsal?.of !== workspace.id
    )
    const hasTwin = (yield* people.accounts(member.email)).some(
      (one) => one.onlyIn === workspace.id && one.id !== id
    )
    if (isElsewhere || hasTwin) return yield* elsewhereToo(member.email)
    const { expiresAt, token } = yield* people.link(id, resetHours, workspace.id)
    const url = `${yield* BaseUrl}/welcome/${token}`
    return { email: member.email, url, expiresAt, way: "password" as const }
  })
} satisfies Implementation.Of<typeof Contract.operations | typeof Contract.onPages>
