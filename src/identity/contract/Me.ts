import { Me } from "../../../schema/Me.ts"
import * as Operation from "../../contract/Operation.ts"

export const get = Operation.make("me.get", {
  title: "Who am I",
  description:
    "Checks the credential and returns its user, its workspace, the scopes it has right now, its rules, how many of its writes wait for approval, and what is left of its rate limits.",
  tool: "get_me",
  http: { method: "GET", path: "/me" },
  kind: "read",
  input: {},
  success: Me,
  faults: []
})

export const operations = [get] as const
