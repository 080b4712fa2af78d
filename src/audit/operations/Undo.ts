import { Effect } from "effect"
import * as ChangeSet from "../../../layers/audit/ChangeSet.ts"
import { UndoLog } from "../../../layers/audit/UndoLog.ts"
import type { Revertible } from "../../../layers/audit/Revertible.ts"
import { UndoBoards } from "../../../layers/boards/UndoBoards.ts"
import { UndoDeals } from "../../../layers/deals/UndoDeals.ts"
import { UndoNotes } from "../../../layers/deals/UndoNotes.ts"
import { UndoLeads } from "../../../layers/leads/UndoLeads.ts"
import { Actor, author } from "../../../layers/identity/Actor.ts"
import { Members } from "../../../layers/identity/Members.ts"
import { PlanLimits } from "../../../layers/identity/PlanLimits.ts"
import { now } from "../../../layers/runtime/Now.ts"
import { UndoTemplates } from "../../../layers/templates/UndoTemplates.ts"
import { UndoWebhooks } from "../../../layers/webhooks/UndoWebhooks.ts"
import { maxRecords } from "../../../schema/Undo.ts"
import * as Authorization from "../../invocation/Authorization.ts"
import * as Api from "../../contract/Api.ts"
import type * as Operation from "../../contract/Operation.ts"
import type * as Contract from "../contract/Undo.ts"
import * as UndoRuleEvaluation from "../../approvals/rules/UndoRuleEvaluation.ts"
import * as RuleEvaluation from "../../approvals/rules/RuleEvaluation.ts"
import * as Difference from "../rules/Difference.ts"
import type * as UndoTypes from "../rules/UndoTypes.ts"
import * as UndoPlan from "../rules/UndoPlan.ts"
import * as UndoRequest from "../rules/UndoRequest.ts"
import * as UndoWords from "../rules/UndoWords.ts"
import type * as Implementation from "../../Implementation.ts"
import * as NameResolver from "../../shared/NameResolver.ts"
import * as CompensatingEvents from "../../webhooks/operations/CompensatingEvents.ts"

/** In the order of locking. Writes happen in the reverse order. */
const kinds = Effect.all([UndoBoards, UndoTemplates, UndoWebhooks, UndoDeals, UndoLeads, UndoNotes])

/** The id of the key, app or person that `handle` names. Without one, it may be the id of somebody who wrote nothing. */
const actorOf = Effect.fnUntraced(function* (
  handle: string,
  request: { readonly since: string; readonly until?: string; readonly by?: string }
) {
  if (NameResolver.isId(handle)) return handle
  if (NameResolver.isMe(handle)) return (yield* Actor).user.id
  const member = handle.includes("@")
    ? yield* (yield* Members).findByEmail(handle.trim().toLowerCase())
    : undefined
  if (member !== undefined) return member.id
  const found = yield* (yield* UndoLog).actorsCalled(handle, request)
  if (found.some(({ id }) => id === handle)) return handle
  return found.length > 1 ? yield* UndoRequest.several(found) : (found[0]?.id ?? handle)
})

/** Entries that the caller may not undo count as not found. */
const find = Effect.fnUntraced(function* (input: UndoRequest.Input) {
  const { role, user } = yield* Actor
  const asked = yield* Effect.fromResult(UndoRequest.read(input, yield* now))
  const by = role === "admin" ? {} : { by: user.id }
  const named = input.actor === undefined ? {} : { actor: yield* actorOf(input.actor, { ...asked, ...by }) }
  const found = yield* (yield* UndoLog).find({ ...asked, ...named, ...by }, maxRecords)
  if (found.entries.length === 0) return yield* UndoRequest.notFound(role)
  return UndoRequest.cut(found)
})

const changesOf = (entries: ReadonlyArray<UndoTypes.Entry>) => entries.flatMap(({ changes }) => changes)

const contracts = new Map<string, Operation.Any>(
  [...Api.operations, ...Api.onPages].map((one) => [one.id, one])
)

/** Fails if the caller lacks the role or a scope for an operation that would be undone. */
const admit = Effect.fnUntraced(function* (
  all: ReadonlyArray<Revertible>,
  entries: ReadonlyArray<UndoTypes.Entry>
) {
  const actor = yield* Actor
  for (const { operation } of entries) {
    const contract = contracts.get(operation)
    const refusal = contract && Authorization.refusal(contract, actor)
    if (refusal !== undefined) return yield* refusal
  }
  const resources = new Set(changesOf(entries).map(({ resource }) => resource))
  for (const { resources: own, role, scope } of all) {
    if (!own.some((resource) => resources.has(resource))) continue
    yield* Authorization.need(scope)
    if (role === "admin") yield* Authorization.needAdmin
  }
})

/** The maximum depth of undos of undos. */
const maxDepth = 100

/** The operations of the entries, and of those that an undo among them reverted. */
const operationsOf = Effect.fnUntraced(function* (entries: ReadonlyArray<UndoTypes.Entry>) {
  const log = yield* UndoLog
  const seen = new Set<string>()
  const names = new Set<string>()
  let next = entries
  for (let depth = 0; next.length > 0 && depth < maxDepth; depth++) {
    for (const { operation } of next) names.add(operation)
    const undoes = changesOf(next).flatMap((change) => change.undoes ?? [])
    const ids = [...new Set(undoes)].filter((id) => !seen.has(id))
    for (const id of ids) seen.add(id)
    next = ids.length === 0 ? [] : yield* log.byId(ids)
  }
  const subjects = [...names].map((id) => contracts.get(id) ?? { id, kind: "write" as const })
  return { subjects, isAll: next.length === 0 }
})

/** Applies the credential's rules to an undo, by the operations that are undone. */
const judge = Effect.fnUntraced(function* (entries: ReadonlyArray<UndoTypes.Entry>) {
  const actor = yield* Actor
  if (actor.rules === undefined) return
  const { isAll, subjects } = yield* operationsOf(entries)
  const { name, verdict } = UndoRuleEvaluation.of(actor.rules, subjects, entries)
  if (verdict === "deny") return yield* RuleEvaluation.denied(author(actor), name, "undo.run")
  if (verdict === "ask" || !isAll) yield* ChangeSet.ask(RuleEvaluation.asks(name))
})

const planned = Effect.fnUntraced(function* (
  all: ReadonlyArray<Revertible>,
  entries: ReadonlyArray<UndoTypes.Entry>
) {
  const changes = changesOf(entries)
  const locked = yield* Effect.forEach(all, ({ lock }) => lock(changes))
  const found = new Map(locked.flatMap((one) => [...one.found]))
  const rules = Object.assign({}, ...locked.map((one) => one.rules)) as UndoTypes.Rules
  const free = UndoPlan.of(entries, found, rules, Number.POSITIVE_INFINITY)
  if (free.active <= 0) return free
  const { workspace } = yield* Actor
  const room = yield* (yield* PlanLimits).room(workspace.plan, "active_deals")
  return free.active <= room ? free : UndoPlan.of(entries, found, rules, room)
})

/** The reasons why changes weren't undone, including who changed the record since. */
const explained = Effect.fnUntraced(function* (refused: ReadonlyArray<UndoTypes.Refused>) {
  const changed = refused.filter(({ code }) => UndoWords.isOthers(code)).slice(0, maxRecords)
  if (changed.length === 0) return refused.map((one) => UndoWords.describe(one, []))
  const targets = [...new Set(changed.map(({ target }) => target))]
  const since = changed.map(({ entry }) => entry.at).sort()[0]!
  const later = yield* (yield* UndoLog).since(targets, since)
  return refused.map((one) => UndoWords.describe(one, later))
})

export const implementations = {
  "undo.run": Effect.fnUntraced(function* (input) {
    const all = yield* kinds
    const { entries, tooLarge, until } = yield* find(input)
    yield* admit(all, entries)
    yield* judge(entries)
    const plan = yield* planned(all, entries)
    // In the order of processing, so that undoing this undo processes them in reverse.
    yield* ChangeSet.note(() =>
      plan.turned.map(({ after, before, id, of, resource, undoes }) => {
        const change = Difference.of(resource, id, before, after)
        return change && { ...change, ...(of === undefined ? {} : { of }), undoes }
      })
    )
    for (const { restore } of all) if (restore !== undefined) yield* restore(plan.turned)
    for (const { write } of all.toReversed()) yield* write(plan.turned)
    yield* CompensatingEvents.append(plan.undone)
    const notUndone = yield* explained([...plan.refused, ...tooLarge])
    return {
      undone: plan.undone.map(({ changes, entry: { at, id, operation, requestId } }) => ({
        entryId: id,
        operation,
        requestId,
        at,
        changes
      })),
      // When undoing everything by an actor, changes that were already undone aren't reported.
      notUndone: notUndone.filter(({ code }) => input.actor === undefined || code !== "already_undone"),
      hasMore: until !== undefined,
      ...(until === undefined ? {} : { until })
    }
  })
} satisfies Implementation.Of<typeof Contract.operations>
