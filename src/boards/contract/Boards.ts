import { Schema } from "effect"
import { Board, BoardList } from "../../../schema/Board.ts"
import { Forbidden, Invalid, NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { BoardId, StageId } from "../../../schema/Id.ts"
import * as Page from "../../../schema/Page.ts"
import { BoardStage, StageEdit } from "../../../schema/Stage.ts"
import * as Operation from "../../contract/Operation.ts"
import { title } from "../../../schema/Title.ts"

const Name = Field.like(Board.fields.name, title(80))

export const list = Operation.make("boards.list", {
  title: "List boards",
  description: "Lists the boards of the workspace, newest first.",
  http: { method: "GET", path: "/boards" },
  scope: "deals:read",
  kind: "read",
  input: Page.parameters,
  success: BoardList,
  faults: [Invalid]
})

/** For a choice of boards on a page. */
export const names = Operation.make("boards.names", {
  title: "List board names",
  description: "Lists the ids and names of the workspace's boards, oldest first, at most 500.",
  scope: "deals:read",
  kind: "read",
  input: {},
  success: Schema.Array(Schema.Struct({ id: BoardId, name: Board.fields.name })),
  faults: []
})

export const create = Operation.make("boards.create", {
  title: "Create a board",
  description: "Creates a board with the default stages, in the caller's team. Admins only.",
  tool: "create_board",
  http: { method: "POST", path: "/boards", status: 201 },
  scope: "deals:write",
  role: "admin",
  kind: "write",
  input: { name: Name, currency: Field.optional(Board.fields.currency) },
  example: { name: "Enterprise", currency: "EUR" },
  success: Board,
  faults: [Forbidden]
})

export const get = Operation.make("boards.get", {
  title: "Get a board",
  description: "Reads one board.",
  http: { method: "GET", path: "/boards/:id" },
  scope: "deals:read",
  kind: "read",
  input: { id: BoardId },
  success: Board,
  faults: [NotFound]
})

export const update = Operation.make("boards.update", {
  title: "Update a board",
  description:
    "Changes the name, the currency or the default amount of a board; only sent fields change. Deals keep the currency they were created with; no amount is converted, and the answer warns about that. Admins only.",
  tool: "update_board",
  http: { method: "PATCH", path: "/boards/:id" },
  scope: "deals:write",
  role: "admin",
  kind: "write",
  input: {
    id: BoardId,
    name: Field.optional(Name),
    currency: Field.optional(Board.fields.currency),
    defaultDealAmountCents: Field.optional(Board.fields.defaultDealAmountCents)
  },
  example: { name: "Enterprise", defaultDealAmountCents: 500_000 },
  success: Board,
  mayWarn: true,
  faults: [NotFound]
})

export const stages = Operation.make("boards.stages", {
  title: "List a board's stages",
  description:
    "Lists the stages of a board in pipeline order (early, anchor, late, won, dead) as a bare array. Use their ids as stageId and toStageId.",
  http: { method: "GET", path: "/boards/:id/stages" },
  scope: "deals:read",
  kind: "read",
  input: { id: BoardId },
  success: Schema.Array(BoardStage),
  faults: [NotFound]
})

export const replaceStages = Operation.make("boards.replaceStages", {
  title: "Replace a board's stages",
  description:
    "Replaces the editable stages of a board: 1 to 6 early, exactly 1 anchor, 1 to 6 late. A stage sent with its id is kept, one sent without an id is new, one left out is removed; for a removed stage that holds deals, moveDealsTo says where they go. Won and dead can only be renamed. Admins only.",
  http: { method: "PUT", path: "/boards/:id/stages" },
  scope: "deals:write",
  role: "admin",
  kind: "write",
  input: {
    id: BoardId,
    stages: Field.of("Stages", "The stages there will be, in pipeline order.", Schema.Array(StageEdit)),
    moveDealsTo: Field.of(
      "Deals go to",
      "For each dropped stage that holds deals, by its id: id of the stage they go to.",
      Field.optional(Schema.Record(Schema.String, StageId))
    )
  },
  example: {
    stages: [
      { name: "New", region: "early", probability: 10 },
      { name: "Proposal", region: "anchor", probability: 50 },
      { name: "Negotiation", region: "late", probability: 80 }
    ],
    moveDealsTo: { stg_0aB3dE6gH9kL2mN5: "stg_9kL2mN5pQ8rS1tU4" }
  },
  success: Schema.Array(BoardStage),
  faults: [NotFound, Invalid]
})

const { id: _, ...newStages } = replaceStages.input

/** The MCP tool. A tool's result is an object. */
export const editStages = Operation.make("boards.editStages", {
  ...replaceStages,
  formOf: replaceStages.id,
  tool: "set_board_stages",
  toolNote: "get_pipeline_summary tells the ids of stages.",
  changes: { boardId: "boards.stages" },
  destructive: true,
  http: undefined,
  input: { boardId: BoardId, ...newStages },
  success: Page.whole(BoardStage)
})

export const onPages = [names] as const

export const operations = [list, create, get, update, stages, replaceStages, editStages] as const
