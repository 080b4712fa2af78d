/** Lists and searches deals. */
import { Effect, Schema } from "effect"
import { Deals } from "../../../layers/deals/Deals.ts"
import * as Field from "../../../schema/Field.ts"
import type * as Contract from "../../contract/deals/DealLists.ts"
import * as Wider from "../../domain/deals/Wider.ts"
import type * as Implementation from "../../Implementation.ts"

type Asked = Schema.Schema.Type<Schema.Struct<typeof Contract.fields>> & {
  readonly q?: string
  readonly search?: string
}

const sent = <Name extends string>(name: Name, text: string | undefined) =>
  (text === undefined || text.trim() === "" ? {} : { [name]: text }) as { readonly [name in Name]?: string }

/** The filters of a list. With a stage and no status, deals of any status are listed. */
const asked = ({ boardId, q, search, stageId, status }: Asked) => ({
  ...(boardId === undefined ? {} : { boardId }),
  ...(stageId === undefined ? {} : { stageId }),
  ...sent("q", q),
  ...sent("search", search),
  status: status ?? (stageId === undefined ? ("open" as const) : ("all" as const))
})

const isSearch = Schema.is(Field.anySearch)

const wider = Effect.fnUntraced(function* (input: Asked) {
  const changes = [
    { ask: "with status all", to: (before: Asked): Asked => ({ ...before, status: "all" }) },
    ...Wider.anywhere(input),
    ...Wider.words(input, "search_deals", isSearch)
  ]
  const all = Wider.of(input, changes, asked)
  const each = all.map((one) => one.filters)
  const counts = yield* (yield* Deals).counts(each, Wider.most)
  const { q, search } = { q: undefined, search: undefined, ...asked(input) }
  return Wider.hint(all, counts, q !== undefined || search !== undefined)
})

const list = Effect.fnUntraced(function* ({ cursor, limit, ...input }: Asked) {
  const page = { ...(limit === undefined ? {} : { limit }), ...(cursor === undefined ? {} : { cursor }) }
  return yield* (yield* Deals).list(asked(input), page)
})

export const implementations = {
  "deals.list": { wider, run: list },
  "deals.search": {
    wider: ({ q, ...input }) => wider({ ...input, search: q }),
    run: ({ q, ...input }) => list({ ...input, search: q })
  }
} satisfies Implementation.Of<typeof Contract.operations>
