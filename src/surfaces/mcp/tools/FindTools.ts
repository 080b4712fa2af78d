/** The tool `find_tools`, which finds tools that /mcp doesn't list by the words of their names, titles and descriptions. */
import type { Tool as Definition } from "@modelcontextprotocol/server"
import { Effect } from "effect"
import * as Field from "../../../../schema/Field.ts"
import { EncodedJson } from "../../../invocation/EncodedJson.ts"
import { nearest } from "../../../shared/Nearest.ts"
import { bodyDecoder, type Fields } from "../../http/request/Fields.ts"
import { refusal, result } from "../results/Present.ts"

export const name = "find_tools"

const areas =
  "import, delete, restore, merge and bulk changes of deals and leads; notes; contacts by email; promotion of leads; boards, stages and goals; email templates; webhooks and deliveries; members; approvals; the audit log; your own rights and limits (get_me)"

export const definition: Definition = {
  name,
  title: "Find tools",
  description: `Finds the tools that aren't listed here, by words: at most four, for call_tool. There are some for ${areas}.`,
  inputSchema: {
    type: "object",
    properties: { q: { type: "string", description: "Words, as import leads." } },
    required: ["q"],
    additionalProperties: false
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
}

/** The most tools in a result. */
const most = 4

/** The weight of a word in a name, in a title, and in other texts. */
const weights = [6, 4, 1] as const

/** A tool with a smaller share of the best one's score isn't shown. */
const leastShare = 0.4

/** Words that say nothing about what to do. */
const idle = new Set(
  "a all an and as at by can do for from how i in is it me my of on one or our please some that the this to tool tools use want what with you".split(
    " "
  )
)

/** Names that people use for the words of this service. */
const meanings: Readonly<Record<string, string>> = {
  remove: "delete",
  csv: "import",
  upload: "import image",
  spreadsheet: "import",
  undelete: "restore",
  recover: "restore",
  edit: "update",
  change: "update",
  rename: "update",
  pause: "update webhook",
  pipeline: "board",
  column: "stage",
  email: "contact",
  user: "member",
  team: "member",
  rep: "member",
  reassign: "update owner",
  spam: "triage",
  convert: "promote",
  permission: "credential scopes",
  whoami: "credential",
  history: "audit",
  pending: "approvals",
  hook: "webhook",
  slack: "webhook",
  target: "goals",
  screenshot: "image",
  who: "contact"
}

/** The word without the ending by which its forms differ. */
const stem = (word: string) => word.replace(/(?<=\w{3})(?:ing|es|ed|e|s)$/u, "")

const wordsIn = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []

const stems = (text: string) =>
  new Set(
    wordsIn(text)
      .filter((word) => !idle.has(word))
      .map(stem)
  )

const meant = Object.fromEntries(Object.entries(meanings).map(([word, text]) => [stem(word), stems(text)]))

interface Indexed {
  readonly definition: Definition
  readonly parts: ReadonlyArray<ReadonlySet<string>>
}

const indexed = new WeakMap<Definition, Indexed>()

const indexOf = (definition: Definition): Indexed => {
  const known = indexed.get(definition)
  if (known !== undefined) return known
  const { description = "", name, title = "" } = definition
  const index = { definition, parts: [stems(name), stems(title), stems(description)] }
  indexed.set(definition, index)
  return index
}

const weightOf = ({ parts }: Indexed, word: string) =>
  weights.reduce((sum, weight, part) => (parts[part]!.has(word) ? sum + weight : sum), 0)

/** The tools that match best, the best first. A word that few tools have counts more. */
export const search = (all: ReadonlyArray<Definition>, q: string): ReadonlyArray<Definition> => {
  const tools = all.map(indexOf)
  const asked = [...stems(q)].slice(0, 20)
  const words = new Set(asked.flatMap((word) => [word, ...(meant[word] ?? [])]))
  const scores = new Map<Indexed, number>()
  for (const word of words) {
    const found = tools.flatMap((tool) => {
      const weight = weightOf(tool, word)
      return weight === 0 ? [] : [[tool, weight] as const]
    })
    const rarity = Math.log(1 + tools.length / Math.max(1, found.length))
    for (const [tool, weight] of found) scores.set(tool, (scores.get(tool) ?? 0) + weight * rarity)
  }
  const ranked = [...scores].sort((a, b) => b[1] - a[1]).slice(0, most)
  return ranked
    .filter(([, score]) => score >= ranked[0]![1] * leastShare)
    .map(([{ definition }]) => definition)
}

const none = `No tool matches. There are tools for ${areas}.`

const decode = bodyDecoder({ q: Field.anySearch }, false)

/** The tools among these that match. */
export const answer = (args: Fields, all: ReadonlyArray<Definition>) =>
  Effect.matchEffect(decode(args), {
    onFailure: refusal,
    onSuccess: ({ q }) => {
      const data = search(all, String(q)).map(({ description, inputSchema, name }) => ({
        name,
        description,
        inputSchema
      }))
      return Effect.succeed(
        result(EncodedJson.ofValue({ data, ...(data.length === 0 ? { notice: none } : {}) }))
      )
    }
  })

/** Names that somebody may have meant by a name that no tool has. */
export const namesLike = (called: string, all: ReadonlyArray<Definition>): ReadonlyArray<string> => {
  const near = nearest(
    called,
    all.map(({ name }) => name)
  )
  const alike = search(all, called).map(({ name }) => name)
  return [...new Set([...(near === undefined ? [] : [near]), ...alike])].slice(0, most)
}
