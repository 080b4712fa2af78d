/** Opens and closes the ways leads come in by; whoever knows such an address may send leads to it. */
import { Invalid, NotFound } from "../../../schema/Fault.ts"
import { BoardId } from "../../../schema/Id.ts"
import { DefaultOwnerId, Intake, Token, Way } from "../../../schema/Intake.ts"
import * as Operation from "../Operation.ts"

export const get = Operation.make("intake.get", {
  title: "Get the ways leads come in by",
  description: "Reads a board's contact page and its address for email; null for what is not open.",
  scope: "leads:read",
  kind: "read",
  input: { boardId: BoardId },
  success: Intake,
  faults: [NotFound]
})

export const open = Operation.make("intake.open", {
  title: "Open a way in",
  description: "Makes a board's contact page, or its address for email, where there is none. Admins only.",
  scope: "leads:write",
  role: "admin",
  kind: "write",
  input: { boardId: BoardId, way: Way },
  success: Intake,
  faults: [NotFound]
})

export const close = Operation.make("intake.close", {
  title: "Close a way in",
  description: "Closes a contact page or an address for email, for good. Admins only.",
  scope: "leads:write",
  role: "admin",
  kind: "write",
  input: { way: Way, token: Token },
  success: Intake,
  faults: [NotFound]
})

export const replace = Operation.make("intake.replace", {
  title: "Replace a way in",
  description:
    "Closes a contact page or an address for email and opens another, with the same default owner. Admins only.",
  scope: "leads:write",
  role: "admin",
  kind: "write",
  input: { way: Way, token: Token },
  success: Intake,
  faults: [NotFound]
})

export const setOwner = Operation.make("intake.setOwner", {
  title: "Set a contact page's default owner",
  description: "Says who owns the deals that leads of a contact page become; null for whoever promotes them.",
  scope: "leads:write",
  role: "admin",
  kind: "write",
  input: { token: Token, ownerId: DefaultOwnerId },
  success: Intake,
  faults: [NotFound, Invalid]
})

export const operations = [get, open, close, replace, setOwner] as const
