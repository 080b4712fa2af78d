import { NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { By, Forecast } from "../../../schema/Forecast.ts"
import { BoardId, SomeoneId } from "../../../schema/Id.ts"
import * as Operation from "../../contract/Operation.ts"

/** The number of periods with a row of their own. */
export const maxPeriods = 12

export const forecast = Operation.make("reports.forecast", {
  title: "Forecast",
  description: `Sums open deals by the period of their expected close, in the workspace's time zone: at most ${maxPeriods} periods.`,
  tool: "forecast",
  toolNote: "For its deals use list_deals.",
  words: {
    by: "Default month.",
    ownerId: "Id or email, or me; default all.",
    boardId: "Id or name; default all."
  },
  http: { method: "GET", path: "/reports/forecast" },
  scope: "pipeline:read",
  kind: "read",
  replica: true,
  input: {
    by: Field.of("By", "The length of a period.", Field.optional(By.annotate({ default: "month" }))),
    ownerId: Field.of("Owner", "Id of the owner, or me; default all.", Field.optional(SomeoneId)),
    boardId: Field.of("Board", "Id; default all.", Field.optional(BoardId))
  },
  example: { by: "month" },
  success: Forecast,
  faults: [NotFound]
})

export const operations = [forecast] as const
