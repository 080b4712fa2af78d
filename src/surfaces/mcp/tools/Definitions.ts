/** Tool definitions for clients, built from the contract alone. */
import type { Tool as Definition } from "@modelcontextprotocol/server"
import { operations } from "../../../contract/Api.ts"
import type * as Operation from "../../../contract/Operation.ts"
import { lazy } from "../../../shared/Memo.ts"
import * as Arguments from "../arguments/Arguments.ts"
import * as Cards from "../Cards.ts"
import * as Details from "../results/Details.ts"
import * as NamedReferences from "../arguments/NamedReferences.ts"
import * as Lists from "../results/Lists.ts"
import * as WriteAnswers from "../results/WriteAnswers.ts"
import * as ToolSchema from "./ToolSchema.ts"

type Tool = Operation.Any & { readonly tool: string }

/** An operation that is a tool, in its tool form. */
export type Offered = Tool & Lists.ResultSchema & { readonly contract: Operation.Any }

/** The operation with the stricter input fields of its tool. */
export const narrowed = <O extends Operation.Any>(operation: O): O => ({
  ...operation,
  input: { ...operation.input, ...operation.toolInput }
})

/** Every operation that is a tool, in its tool form, in the order of the contract. */
export const offered: ReadonlyArray<Offered> = operations
  .filter((operation): operation is Tool => operation.tool !== undefined)
  .map((contract) => ({
    ...Details.describe(Lists.describe(NamedReferences.describe(narrowed(contract)))),
    ...(contract.kind !== "read" && WriteAnswers.isShort(contract) ? { shown: WriteAnswers.schema } : {}),
    contract
  }))

const shortOutput = lazy(
  () => ToolSchema.output(WriteAnswers.schema) as NonNullable<Definition["outputSchema"]>
)

/** If several tools have the same result, only the first one describes it. */
const outputOf = ({ contract, id, shown, success }: Offered) => {
  if (shown === WriteAnswers.schema) return shortOutput()
  const first = offered.find(
    ({ contract: { resource, shows, success } }) =>
      shows === undefined && [success, resource].includes(contract.success)
  )!
  const schema =
    first.id === id ? ToolSchema.output(shown ?? success) : ToolSchema.sameAs(first.tool, success)
  return schema as NonNullable<Definition["outputSchema"]>
}

/** Only data tools have an output schema; the others show a card or an image. */
export const describe = (operation: Offered): Definition => ({
  name: operation.tool,
  title: operation.title,
  description: [operation.description, operation.toolNote].filter((text) => text !== undefined).join(" "),
  inputSchema: ToolSchema.input(Arguments.fieldsOf(operation), operation.words) as Definition["inputSchema"],
  ...(operation.shows === undefined ? { outputSchema: outputOf(operation) } : {}),
  annotations: {
    readOnlyHint: operation.kind === "read",
    destructiveHint: operation.destructive ?? operation.kind === "delete",
    idempotentHint: operation.idempotent ?? operation.kind !== "write",
    openWorldHint: operation.openWorld ?? false
  },
  ...(operation.shows !== undefined && Cards.isKind(operation.shows)
    ? { _meta: Cards.metaOf(operation.shows) }
    : {})
})

/** The response to tools/list. */
export const toolList = (): ReadonlyArray<Definition> => offered.map(describe)
