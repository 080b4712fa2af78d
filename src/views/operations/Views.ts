import { Effect } from "effect"
import { Actor } from "../../../layers/identity/Actor.ts"
import { Ids } from "../../../layers/runtime/Ids.ts"
import { now } from "../../../layers/runtime/Now.ts"
import { SavedViews, type StoredView } from "../../../layers/views/SavedViews.ts"
import { Forbidden, Invalid, NotFound } from "../../../schema/Fault.ts"
import type { ViewId } from "../../../schema/Id.ts"
import type { ViewPage } from "../../../schema/SavedView.ts"
import type * as Contract from "../contract/Views.ts"
import type * as Implementation from "../../Implementation.ts"

/** The limits over all pages. */
const limits = { ofPerson: 100, shared: 200 }

const refuse = (path: string, message: string) => Invalid.at("invalid_body", path, message)

const notYours = new Forbidden({
  code: "admin_required",
  message: "This is another person's view. Ask them or an admin to change it."
})

const mayNotShare = new Forbidden({
  code: "insufficient_scope",
  message: "Sharing a view needs deals:write, which viewers don't have. Keep it for yourself."
})

const maySee = (view: StoredView, userId: string) => view.shared || view.userId === userId

/** A view that the caller may change, on the named page if there is one. */
const lockChangeable = Effect.fnUntraced(function* ({
  id,
  page
}: {
  readonly id: ViewId
  readonly page?: ViewPage
}) {
  const { role, user } = yield* Actor
  const view = yield* (yield* SavedViews).lock(id)
  if (!maySee(view, user.id) || (page ?? view.page) !== view.page) return yield* NotFound.of("view", id)
  if (view.userId !== user.id && role !== "admin") return yield* notYours
  return view
})

/** Fails if a limit is reached, or if the owner has another view with this name. */
const checked = Effect.fnUntraced(function* (after: StoredView, before?: StoredView) {
  const { scopes } = yield* Actor
  const sharing = after.shared && before?.shared !== true
  if (sharing && !scopes.has("deals:write")) return yield* mayNotShare
  const { named, ofPerson, shared } = yield* (yield* SavedViews).counts(after)
  if (named) return yield* refuse("name", "is taken: you have a view of this page with that name")
  if (before === undefined && ofPerson >= limits.ofPerson) {
    return yield* refuse("name", `is one too many: a person keeps ${limits.ofPerson} views. Delete one first`)
  }
  if (sharing && shared >= limits.shared) {
    return yield* refuse(
      "shared",
      `is not possible: a workspace shares ${limits.shared} views. Delete one first`
    )
  }
})

const encode = Effect.fnUntraced(function* ({ createdAt: _, userId, ...view }: StoredView) {
  const { user } = yield* Actor
  const isMine = userId === user.id
  return { ...view, isMine, makerName: isMine ? user.name : null }
})

export const implementations = {
  "views.list": Effect.fnUntraced(function* ({ page }) {
    const { user } = yield* Actor
    return yield* (yield* SavedViews).list(page, user.id)
  }),
  "views.create": Effect.fnUntraced(function* (input) {
    const { user } = yield* Actor
    const views = yield* SavedViews
    const id = (yield* (yield* Ids).uuid) as ViewId
    const view: StoredView = { ...input, id, userId: user.id, createdAt: yield* now }
    yield* checked(view)
    yield* views.insert(view)
    return yield* encode(view)
  }),
  "views.update": Effect.fnUntraced(function* ({ id, page, ...edit }) {
    const before = yield* lockChangeable({ id, ...(page !== undefined && { page }) })
    const after: StoredView = { ...before, ...edit }
    yield* checked(after, before)
    yield* (yield* SavedViews).update(before, after)
    return yield* encode(after)
  }),
  "views.delete": Effect.fnUntraced(function* (asked) {
    yield* (yield* SavedViews).remove(yield* lockChangeable(asked))
    return { id: asked.id, deleted: true }
  })
} satisfies Implementation.Of<typeof Contract.onPages>
