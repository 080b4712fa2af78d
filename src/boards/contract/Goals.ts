import { Schema } from "effect"
import { Board } from "../../../schema/Board.ts"
import { Invalid, NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { figures, Goals, period } from "../../../schema/Goals.ts"
import { BoardId, UserId } from "../../../schema/Id.ts"
import { By } from "../../../schema/Forecast.ts"
import * as Operation from "../../contract/Operation.ts"

const periodAndOwner = {
  period: Field.like(period, Field.optional(By.annotate({ default: "month" }))),
  ownerId: Field.of(
    "Owner",
    "Id of the owner whose goals they are; default the board's.",
    Field.optional(UserId)
  )
}

export const goals = Operation.make("boards.goals", {
  title: "Get a board's goals",
  description: "Reads a board's monthly goals, and its others: for a quarter, and of owners.",
  http: { method: "GET", path: "/boards/:id/goals" },
  scope: "deals:read",
  kind: "read",
  input: { id: BoardId },
  success: Goals,
  faults: [NotFound]
})

export const setGoals = Operation.make("boards.setGoals", {
  title: "Set a board's goals",
  description:
    "Sets the goals of a period, of the board or of an owner, and returns all of the board. Reports use the monthly ones, forecasts all. Admins only.",
  http: { method: "PUT", path: "/boards/:id/goals" },
  scope: "deals:write",
  role: "admin",
  kind: "write",
  input: { id: BoardId, ...periodAndOwner, ...figures },
  example: { proposals: 20, deals_won: 5, deal_value: 5_000_000 },
  success: Goals,
  faults: [NotFound, Invalid]
})

const goal = (title: string, description: string, name: keyof typeof figures) =>
  Field.of(title, description, Field.optional(figures[name]))

/** The MCP tool changes only the goals that are sent. Its fields have the names of the report's metrics. */
export const editGoals = Operation.make("boards.editGoals", {
  title: "Set a board's goals",
  description:
    'Sets a board\'s goals, the same for every month or quarter; only those sent change, and clear (["proposals"]) removes some. Returns all. To read monthly ones use show_this_month. Admins only.',
  tool: "set_board_goals",
  changes: { boardId: "boards.goals" },
  scope: "deals:write",
  role: "admin",
  kind: "write",
  destructive: true,
  idempotent: true,
  clears: "fields",
  words: { period: "Default month.", ownerId: "Id or email; default the board's." },
  input: {
    boardId: BoardId,
    ...periodAndOwner,
    proposals: goal("Proposals", "Deals to reach the anchor stage.", "proposals"),
    deals_won: goal("Deals won", "Deals to win.", "deals_won"),
    deal_value: goal("Value", "Their sum, in minor units.", "deal_value")
  },
  success: Schema.Struct({ ...Goals.fields, currency: Board.fields.currency }),
  faults: [NotFound, Invalid]
})

export const operations = [goals, setGoals, editGoals] as const
