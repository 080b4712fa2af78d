/** Opens and closes a board's contact page and inbound email address. Anyone who knows one can send leads to it. */
import { Invalid, NotFound } from "../../../schema/Fault.ts"
import { BoardId } from "../../../schema/Id.ts"
import { DefaultOwnerId, Intake, Token, Way } from "../../../schema/Intake.ts"
import * as Operation from "../../contract/Operation.ts"

export const get = Operation.make("intake.get", {
  title: "Get a board's intake",
  description: "Reads a board's contact page and its inbound email address; null if not open.",
  scope: "leads:read",
  kind: "read",
  input: { boardId: BoardId },
  success: Intake,
  faults: [NotFound]
})

export const open = Operation.make("intake.open", {
  title: "Open an intake",
  description: "Opens a board's contact page or inbound email address, if it has none. Admins only.",
  scope: "leads:write",
  role: "admin",
  kind: "write",
  input: { boardId: BoardId, way: Way },
  success: Intake,
  faults: [NotFound]
})

export const close = Operation.make("intake.close", {
  title: "Close an intake",
  description: "Closes a contact page or an inbound email address for good. Admins only.",
  scope: "leads:write",
  role: "admin",
  kind: "write",
  input: { way: Way, token: Token },
  success: Intake,
  faults: [NotFound]
})

export const replace = Operation.make("intake.replace", {
  title: "Replace an intake",
  description:
    "Closes a contact page or an inbound email address and opens a new one with the same default owner. Admins only.",
  scope: "leads:write",
  role: "admin",
  kind: "write",
  input: { way: Way, token: Token },
  success: Intake,
  faults: [NotFound]
})

export const setOwner = Operation.make("intake.setOwner", {
  title: "Set a contact page's default owner",
  description:
    "Sets who owns the deals made of a contact page's leads; null for the person who promotes them.",
  scope: "leads:write",
  role: "admin",
  kind: "write",
  input: { token: Token, ownerId: DefaultOwnerId },
  success: Intake,
  faults: [NotFound, Invalid]
})

export const operations = [get, open, close, replace, setOwner] as const
