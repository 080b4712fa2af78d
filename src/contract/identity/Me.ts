import { Me } from "../../../schema/Me.ts"
import * as Operation from "../Operation.ts"

export const get = Operation.make("me.get", {
  title: "Who am I",
  description:
    "Verifies the credential and answers whom it speaks for, in which workspace, and which scopes it holds right now.",
  http: { method: "GET", path: "/me" },
  kind: "read",
  input: {},
  success: Me,
  faults: []
})

export const operations = [get] as const
