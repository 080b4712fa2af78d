/** Reports for a range of months. */
import { Schema } from "effect"
import { Invalid, NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { BoardId, UserId } from "../../../schema/Id.ts"
import * as Report from "../../../schema/PeriodReport.ts"
import * as Operation from "../../contract/Operation.ts"

export const maxMonths = 24

const month = (title: string, description: string) =>
  Field.of(
    title,
    description,
    Field.optional(
      Schema.String.check(
        Schema.isPattern(/^(?:19|2\d)\d\d-(?:0[1-9]|1[0-2])$/u, {
          expected: "a month as YYYY-MM, such as 2026-05"
        })
      )
    )
  )

export const range = {
  from: month("From", "First month, as YYYY-MM; default this month."),
  to: month("To", `Last month; default the first. At most ${maxMonths} months.`)
}

export const owner = Field.of("Owner", "Id of the owner; default all.", Field.optional(UserId))

const example = { board_id: "01997f2e-6b1c-7d7a-9d0c-3f5a8c1e2b40", from: "2026-03", to: "2026-05" }

export const period = Operation.make("reports.period", {
  title: "Months",
  description:
    "Reports how many deals of a board were proposed, won and lost in some months of the workspace's time zone, and the sums of their amounts: in all, by month and by owner. Sums are in minor units of the board's currency; those in others are in other_currencies.",
  http: { method: "GET", path: "/reports/period" },
  scope: "pipeline:read",
  kind: "read",
  replica: true,
  input: { board_id: BoardId, ...range, owner_id: owner },
  example,
  success: Report.PeriodReport,
  faults: [NotFound, Invalid]
})

export const funnel = Operation.make("reports.funnel", {
  title: "Funnel",
  description:
    "Reports how deals of a board went from stage to stage in some months of the workspace's time zone: of each stage how often it was entered, how many of those that left it moved on, and how long they had been in it. Stages that a move skips are not entered.",
  http: { method: "GET", path: "/reports/funnel" },
  scope: "pipeline:read",
  kind: "read",
  replica: true,
  input: { board_id: BoardId, ...range },
  example,
  success: Report.Funnel,
  faults: [NotFound, Invalid]
})

const onTool = {
  boardId: Field.of("Board", "Id; optional with one board.", Field.optional(BoardId)),
  ...range
}

export const getPeriod = Operation.make("reports.getPeriod", {
  title: "Months",
  description:
    "Reports the deals of a board proposed, won and lost in some months, with sums: in all, by month and by owner.",
  tool: "get_period_report",
  toolNote: "For other groups use query_pipeline.",
  scope: "pipeline:read",
  kind: "read",
  replica: true,
  input: { ...onTool, ownerId: owner },
  success: Report.PeriodReport,
  faults: [NotFound, Invalid]
})

export const getFunnel = Operation.make("reports.getFunnel", {
  title: "Funnel",
  description: "Reports how a board's deals went from stage to stage in some months, and the hours in each.",
  tool: "get_funnel",
  scope: "pipeline:read",
  kind: "read",
  replica: true,
  input: onTool,
  success: Report.Funnel,
  faults: [NotFound, Invalid]
})

export const operations = [period, funnel, getPeriod, getFunnel] as const
