import { EmbedToken } from "../../../schema/EmbedToken.ts"
import * as Operation from "../../contract/Operation.ts"

export const createToken = Operation.make("embed.createToken", {
  title: "Make an embed token",
  description:
    "Creates a token that opens the email client's side panel for the caller: load /api/embed/start?token=… in the panel's frame within 10 minutes. It works once.",
  http: { method: "POST", path: "/embed-token" },
  kind: "write",
  input: {},
  success: EmbedToken,
  faults: []
})

export const operations = [createToken] as const
