/** Finds the members named in imported rows. */
import { Effect } from "effect"
import { Members } from "../../../layers/identity/Members.ts"
import type { UserId } from "../../../schema/Id.ts"
import { ownerOf } from "../../deals/operations/Deals.ts"
import * as Rows from "./Rows.ts"

/** The member named in a row; undefined if it names none. Each is looked up once. */
export const makeOwnerFinder = Effect.gen(function* () {
  const members = yield* Members
  const all = yield* Effect.cached(members.all)
  const byId = Rows.cacheByKey((id: UserId) => ownerOf(id))
  const byName = Rows.cacheByKey((name: string) =>
    Effect.gen(function* () {
      const found = name.includes("@")
        ? [yield* members.findByEmail(name)].filter((one) => one !== undefined)
        : (yield* all).filter((one) => Rows.normalize(one.name ?? "") === name)
      if (found.length === 1) return found[0]!
      const why = found.length === 0 ? "is no member of this workspace" : "is the name of several members"
      return yield* Rows.invalid(
        "owner",
        `${JSON.stringify(name)} ${why}. Name a member by email or name, or leave it out.`
      )
    })
  )
  return ({ owner, ownerId }: { readonly owner?: string; readonly ownerId?: UserId }) => {
    if (owner !== undefined && ownerId !== undefined)
      return Effect.fail(Rows.invalid("owner", "and ownerId say the same thing: send one of them."))
    if (ownerId !== undefined) return byId(ownerId)
    return owner === undefined ? Effect.undefined : byName(Rows.normalize(owner))
  }
})
