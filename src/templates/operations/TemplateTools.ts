import { Effect } from "effect"
import { Templates as Repository } from "../../../layers/templates/Templates.ts"
import type * as Contract from "../contract/TemplateTools.ts"
import type * as Implementation from "../../Implementation.ts"
import * as Templates from "./Templates.ts"

export const implementations = {
  "templates.brief": Effect.fnUntraced(function* () {
    return { data: yield* (yield* Repository).brief }
  }),
  "templates.fill": ({ dealId, id, leadId }) =>
    Templates.render(id, { deal: ["dealId", dealId], lead: ["leadId", leadId] }),
  "templates.log": ({ dealId, id, leadId }) => Templates.use(id, dealId, leadId)
} satisfies Implementation.Of<typeof Contract.operations>
