/** The tools, resources and prompts that the official conformance suite expects, only for a test build. */
import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type GetPromptResult,
  inputRequired,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  type ServerContext,
  type ServerOptions,
  type Tool
} from "@modelcontextprotocol/server"
import { randomBytes } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { Extension } from "../../../src/surfaces/mcp/Protocol.ts"
import * as Completions from "../../../src/surfaces/mcp/resources/Completions.ts"
import * as Confirm from "../../../src/surfaces/mcp/tools/Confirm.ts"
import * as Protocol from "../../../src/surfaces/mcp/Protocol.ts"
import * as Prompts from "../../../src/surfaces/mcp/resources/Prompts.ts"
import * as Resources from "../../../src/surfaces/mcp/resources/Resources.ts"
import { toolList } from "../../../src/surfaces/mcp/tools/Definitions.ts"

/** A red pixel, and an empty sound. */
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
const wav = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA="

const image = { type: "image", data: png, mimeType: "image/png" } as const
const text = (value: string) => ({ type: "text", text: value }) as const
const said = (...content: CallToolResult["content"]): CallToolResult => ({ content })

const resource = (uri: string, mimeType: string, value: string) =>
  ({ type: "resource", resource: { uri, mimeType, text: value } }) as const

type Handler = (args: any, ctx: ServerContext) => unknown

const states = createRequestStateCodec({ key: randomBytes(32) })

const form = (message: string, properties: Record<string, { readonly type: "string" | "boolean" }>) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: "object", properties: properties as {}, required: Object.keys(properties) }
  })

const askName = (message: string) => form(message, { name: { type: "string" } })

const ask = (question: string, maxTokens: number) =>
  inputRequired.createMessage({
    messages: [{ role: "user", content: text(question) }],
    maxTokens
  })

const greet: Handler = (_args, { mcpReq }) => {
  const answer = acceptedContent<{ name?: unknown }>(mcpReq.inputResponses, "user_name")
  return typeof answer?.name === "string"
    ? said(text(`Hello, ${answer.name}!`))
    : inputRequired({ inputRequests: { user_name: askName("What is your name?") } })
}

const confirm =
  (reply: string): Handler =>
  async (_args, ctx) => {
    const state = ctx.mcpReq.requestState<{ step: number }>()
    return state !== undefined && ctx.mcpReq.inputResponses?.["confirm"] !== undefined
      ? said(text(reply))
      : inputRequired({
          inputRequests: { confirm: form("Please confirm", { ok: { type: "boolean" } }) },
          requestState: await states.mint({ step: 1 })
        })
  }

const progress: Handler = async (_args, { mcpReq }) => {
  const progressToken = mcpReq._meta?.progressToken
  for (const step of [0, 50, 100]) {
    if (progressToken !== undefined) {
      await mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken, progress: step, total: 100 }
      })
    }
    await sleep(20)
  }
  return said(text("Done"))
}

const log: Handler = async (_args, { mcpReq }) => {
  for (const message of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
    await mcpReq.log("info", message)
    await sleep(10)
  }
  return said(text("Logged"))
}

const multipleInputs: Handler = async (_args, { mcpReq }) => {
  const given = mcpReq.inputResponses ?? {}
  return ["user_name", "greeting", "client_roots"].every((key) => given[key] !== undefined)
    ? said(text("All three came"))
    : inputRequired({
        inputRequests: {
          user_name: askName("What is your name?"),
          greeting: ask("Generate a greeting", 50),
          client_roots: inputRequired.listRoots()
        },
        requestState: await states.mint({ step: 1 })
      })
}

const rounds: Handler = async (_args, { mcpReq }) => {
  const step = mcpReq.requestState<{ step: number }>()?.step ?? 0
  const given = mcpReq.inputResponses ?? {}
  if (step === 2 && given["step2"] !== undefined) return said(text("Two rounds done"))
  if (step === 1 && given["step1"] !== undefined) {
    const inputRequests = {
      step2: form("Step 2: What is your favorite color?", { color: { type: "string" } })
    }
    return inputRequired({ inputRequests, requestState: await states.mint({ step: 2 }) })
  }
  const inputRequests = { step1: askName("Step 1: What is your name?") }
  return inputRequired({ inputRequests, requestState: await states.mint({ step: 1 }) })
}

/** Asks only for what the client supports. */
const capable: Handler = (_args, { mcpReq }) => {
  const can = (mcpReq.envelope as any)?.[CLIENT_CAPABILITIES_META_KEY] ?? {}
  if (mcpReq.inputResponses !== undefined) return said(text("Thanks"))
  const inputRequests = {
    ...(can.elicitation && { user_name: askName("What is your name?") }),
    ...(can.sampling && { capital_question: ask("What is the capital of France?", 100) }),
    ...(can.roots && { client_roots: inputRequired.listRoots() })
  }
  return Object.keys(inputRequests).length === 0
    ? said(text("Nothing to ask"))
    : inputRequired({ inputRequests })
}

const needsSampling: Handler = () =>
  inputRequired({ inputRequests: { capital_question: ask("What is the capital of France?", 100) } })

const tools: Record<string, Handler> = {
  test_simple_text: () => said(text("This is a simple text response for testing.")),
  test_image_content: () => said(image),
  test_audio_content: () => said({ type: "audio", data: wav, mimeType: "audio/wav" }),
  test_embedded_resource: () =>
    said(resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")),
  test_multiple_content_types: () =>
    said(
      text("Multiple content types test:"),
      image,
      resource(
        "test://mixed-content-resource",
        "application/json",
        JSON.stringify({ test: "data", value: 123 })
      )
    ),
  test_error_handling: () => ({
    ...said(text("This tool intentionally returns an error for testing")),
    isError: true
  }),
  test_tool_with_progress: progress,
  test_tool_with_logging: log,
  test_logging_tool: log,
  test_missing_capability: needsSampling,
  test_streaming_elicitation: greet,
  test_input_required_result_elicitation: greet,
  test_input_required_result_sampling: (_args, { mcpReq }) =>
    mcpReq.inputResponses?.["capital_question"] === undefined
      ? needsSampling({}, undefined as never)
      : said(text(JSON.stringify(mcpReq.inputResponses["capital_question"]))),
  test_input_required_result_list_roots: (_args, { mcpReq }) =>
    mcpReq.inputResponses?.["client_roots"] === undefined
      ? inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
      : said(text(JSON.stringify(mcpReq.inputResponses["client_roots"]))),
  test_input_required_result_request_state: confirm("state-ok"),
  test_input_required_result_tampered_state: confirm("untouched"),
  test_input_required_result_multiple_inputs: multipleInputs,
  test_input_required_result_multi_round: rounds,
  test_input_required_result_capabilities: capable
}

const resources: Record<string, ReadResourceResult["contents"][number]> = {
  "test://static-text": {
    uri: "test://static-text",
    mimeType: "text/plain",
    text: "This is the content of the static text resource."
  },
  "test://static-binary": { uri: "test://static-binary", mimeType: "image/png", blob: png }
}

const fromTemplate = (uri: string): ReadResourceResult["contents"][number] | undefined => {
  const id = /^test:\/\/template\/([^/]+)\/data$/u.exec(uri)?.[1]
  const body = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
  return id === undefined ? undefined : { uri, mimeType: "application/json", text: body }
}

const message = (content: GetPromptResult["messages"][number]["content"]) =>
  ({ role: "user", content }) as const

const argument = (name: string) => ({ name, description: `The argument ${name}.`, required: true })

const prompts: Record<string, { readonly arguments: Prompt["arguments"]; readonly get: Handler }> = {
  test_simple_prompt: {
    arguments: [],
    get: () => ({ messages: [message(text("This is a simple prompt for testing."))] })
  },
  test_prompt_with_arguments: {
    arguments: [argument("arg1"), argument("arg2")],
    get: ({ arg1, arg2 }) => ({
      messages: [message(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))]
    })
  },
  test_prompt_with_embedded_resource: {
    arguments: [argument("resourceUri")],
    get: ({ resourceUri }) => ({
      messages: [
        message(resource(resourceUri, "text/plain", "Embedded resource content for testing.")),
        message(text("Please process the embedded resource above."))
      ]
    })
  },
  test_prompt_with_image: {
    arguments: [],
    get: () => ({ messages: [message(image), message(text("Please analyze the image above."))] })
  },
  test_input_required_result_prompt: {
    arguments: [],
    get: (_args, { mcpReq }) => {
      const given = acceptedContent<{ context?: string }>(mcpReq.inputResponses, "user_context")
      return given === undefined
        ? inputRequired({
            inputRequests: {
              user_context: form("What context should the prompt use?", { context: { type: "string" } })
            }
          })
        : { messages: [message(text(`Context: ${given.context}`))] }
    }
  }
}

const definitions = Object.keys(tools).map((name): Tool => ({
  name,
  description: `The fixture ${name} of the conformance suite.`,
  inputSchema: { type: "object", properties: {} }
}))

const listed = Object.values(resources).map(({ mimeType, uri }): Resource => ({
  uri,
  name: uri,
  description: "A fixture.",
  mimeType: mimeType!
}))

const install: Extension["install"] = (server, run) => {
  server.setRequestHandler("tools/list", () => ({ tools: [...toolList(), ...definitions] }))
  server.setRequestHandler("tools/call", ({ params }, ctx) => {
    const tool = tools[params.name]
    return tool === undefined
      ? Protocol.callTool(params, run, Confirm.toldBy(ctx))
      : (tool(params.arguments ?? {}, ctx) as CallToolResult)
  })
  server.setRequestHandler("resources/list", () => ({ resources: [...Resources.list, ...listed] }))
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [
      { uriTemplate: "test://template/{id}/data", name: "template", description: "A fixture." }
    ]
  }))
  server.setRequestHandler("resources/read", ({ params }) => {
    const found = resources[params.uri] ?? fromTemplate(params.uri)
    return found === undefined ? Protocol.readResource(params.uri, run) : { contents: [found] }
  })
  server.setRequestHandler("prompts/list", () => ({
    prompts: [
      ...Prompts.list,
      ...Object.entries(prompts).map(([name, one]) => ({
        name,
        description: `The fixture ${name}.`,
        arguments: one.arguments
      }))
    ]
  }))
  server.setRequestHandler("prompts/get", ({ params }, ctx) => {
    const prompt = prompts[params.name]
    if (prompt === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no such prompt")
    return prompt.get(params.arguments ?? {}, ctx) as GetPromptResult
  })
  server.setRequestHandler("completion/complete", ({ params }) =>
    params.ref.type === "ref/prompt" && Object.hasOwn(prompts, params.ref.name)
      ? { completion: { values: [], total: 0, hasMore: false } }
      : Completions.answer(params, run)
  )
}

const options: ServerOptions = {
  ...Protocol.options,
  capabilities: { ...Protocol.options.capabilities, logging: {} },
  requestState: { verify: states.verify }
}

export const extension: Extension = { options, install }
