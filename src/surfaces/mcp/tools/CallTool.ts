/**
 * The tool `call_tool`, which calls any other by its name: models call only tools that are listed, or that a client lists. Such a call is
 * read as the call itself, so that scopes, rules, confirmation and errors are those of a direct call.
 */
import type { Tool as Definition } from "@modelcontextprotocol/server"
import { Effect, Schema } from "effect"
import { Invalid } from "../../../../schema/Fault.ts"
import * as PlainText from "../../../shared/PlainText.ts"
import { bodyDecoder, type Fields } from "../../http/request/Fields.ts"
import { refusal } from "../results/Present.ts"
import * as FindTools from "./FindTools.ts"

export const name = "call_tool"

export const definition: Definition = {
  name,
  title: "Call a tool",
  description:
    "Calls a tool that isn't listed here, by the name and arguments that find_tools gives; descriptions name some, as bulk_update_deals.",
  inputSchema: {
    type: "object",
    properties: {
      name: { type: "string", description: "The tool." },
      arguments: { type: "object", description: "As in its inputSchema." }
    },
    required: ["name"],
    additionalProperties: false
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true }
}

const decode = bodyDecoder(
  { name: Schema.String, arguments: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)) },
  false
)

/** The call in the arguments of `call_tool`; undefined if they name no tool or hold anything else. */
export const callIn = (args: Fields, isTool: (name: string) => boolean): Fields | undefined => {
  const { arguments: inner, name: called, ...rest } = args
  if (typeof called !== "string" || !isTool(called) || Object.keys(rest).length > 0) return undefined
  return { name: called, ...(inner === undefined || inner === null ? {} : { arguments: inner }) }
}

const unknown = (called: string, tools: ReadonlyArray<Definition>) => {
  const names = FindTools.namesLike(called, tools)
  const near = names.length === 0 ? "" : `: did you mean ${names.join(", ")}?`
  const shown = PlainText.excerpt(called, 60)
  return Invalid.at(
    "invalid_body",
    "name",
    `must be the name of a tool, and ${shown} is none${near === "" ? ";" : near} find_tools finds tools`
  )
}

/** The error for arguments that call nothing. `tools` are those that the caller may use. */
export const answer = (args: Fields, tools: ReadonlyArray<Definition>) =>
  Effect.matchEffect(decode(args), {
    onFailure: refusal,
    onSuccess: ({ name: called }) => refusal(unknown(String(called), tools))
  })
