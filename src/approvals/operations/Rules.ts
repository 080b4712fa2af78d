import { Effect } from "effect"
import { RuleStore } from "../../../layers/approvals/RuleStore.ts"
import { Actor, refOf } from "../../../layers/identity/Actor.ts"
import { Invalid } from "../../../schema/Fault.ts"
import * as Api from "../../contract/Api.ts"
import type * as Contract from "../contract/Rules.ts"
import * as RuleEvaluation from "../rules/RuleEvaluation.ts"
import type * as Implementation from "../../Implementation.ts"
import { mayDecide } from "./Decisions.ts"

const invalid = (message: string) =>
  new Invalid({ code: "invalid_rule", message, meta: { operations: RuleEvaluation.namesOf(Api.operations) } })

export const implementations = {
  "rules.list": Effect.fnUntraced(function* () {
    return { data: yield* (yield* RuleStore).list }
  }),
  "rules.set": Effect.fnUntraced(function* ({ credential, ...sent }) {
    const actor = yield* Actor
    yield* mayDecide(actor)
    const rules = yield* Effect.mapError(
      Effect.fromResult(RuleEvaluation.settle(sent, Api.operations)),
      invalid
    )
    return yield* (yield* RuleStore).set(credential, rules, refOf(actor))
  })
} satisfies Implementation.Of<typeof Contract.operations>
