import { Me } from "../../../schema/Me.ts"
import * as Operation from "../../contract/Operation.ts"

export const get = Operation.make("me.get", {
  title: "Who am I",
  description: "Checks the credential and returns its user, its workspace, and the scopes it has right now.",
  http: { method: "GET", path: "/me" },
  kind: "read",
  input: {},
  success: Me,
  faults: []
})

export const operations = [get] as const
