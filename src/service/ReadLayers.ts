/** Repositories that only read what others write. */
import { Layer } from "effect"
import { Lanes } from "../../layers/boards/Lanes.ts"
import { Matches } from "../../layers/deals/Matches.ts"
import { LeadPeople } from "../../layers/leads/LeadPeople.ts"
import { RecordNames } from "../../layers/records/RecordNames.ts"
import { SearchMatches } from "../../layers/records/SearchMatches.ts"
import { Forecasts } from "../../layers/reports/Forecasts.ts"
import { PipelineQueries } from "../../layers/reports/PipelineQueries.ts"
import { Reports } from "../../layers/reports/Reports.ts"

export const layer = Layer.mergeAll(
  Forecasts.layer,
  Lanes.layer,
  LeadPeople.layer,
  Matches.layer,
  PipelineQueries.layer,
  RecordNames.layer,
  Reports.layer,
  SearchMatches.layer
)
