/** Rewords texts that name REST addresses for callers who only have tools: the address of an operation becomes its tool's name. */
import { routed } from "../../../contract/Api.ts"
import { lazy } from "../../../shared/Memo.ts"
import { offered } from "../tools/Definitions.ts"

/** The tool of each address, whose ids may be placeholders. */
const tools = lazy(() =>
  routed.flatMap(({ http, id, tool }) => {
    const name = tool ?? offered.find(({ formOf }) => formOf === id)?.tool
    const pattern = new RegExp(`^${http.method} /v1${http.path.replaceAll(/:\w+/gu, "[^/]+")}$`, "u")
    return name === undefined ? [] : [{ name, pattern }]
  })
)

const address = /\b(?:GET|POST|PATCH|PUT|DELETE) \/v1\/[\w${}/-]+(?:\.\w[\w${}/-]*)*/gu

const toolOf = (text: string): string => tools().find(({ pattern }) => pattern.test(text))?.name ?? ""

/** The text with names of tools. What has no tool is left out, with the brackets or the comma around it. */
export const of = (text: string): string =>
  text.includes("/v1/")
    ? text
        .replace(address, toolOf)
        .replace(/ \((?:or )?\)/gu, "")
        .replace(/\b(\w+)(?:, (?:or )?\1\b| \(\1\))/gu, "$1")
        .replace(/, (?:or )?(?=[).;,]|$)/gu, "")
        .replace(/\((?:, )/gu, "(")
    : text
