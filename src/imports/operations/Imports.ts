import type * as Contract from "../contract/Imports.ts"
import type * as Implementation from "../../Implementation.ts"
import * as ImportDeals from "./ImportDeals.ts"
import * as ImportLeads from "./ImportLeads.ts"

export const implementations = {
  "imports.deals": ImportDeals.run,
  "imports.leads": ImportLeads.run
} satisfies Implementation.Of<typeof Contract.operations>
