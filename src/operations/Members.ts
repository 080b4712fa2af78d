import { Effect, Schema } from "effect"
import { Members } from "../../layers/Members.ts"
import { Member } from "../../schema/Member.ts"
import * as Operation from "../Operation.ts"

export const list = Operation.make("members.list", {
  title: "List members",
  description: "Lists the people of the workspace, by when they joined the service, at most 500.",
  kind: "read",
  input: {},
  success: Schema.Array(Member),
  faults: [],
  run: Effect.fnUntraced(function* () {
    return yield* (yield* Members).all
  })
})

export const operations = [list] as const
