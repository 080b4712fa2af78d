/** Finds the runner of an approved call: the operation in the form of its surface. */
import { Layer } from "effect"
import { LiveActors } from "../../layers/identity/LiveActors.ts"
import { once } from "../shared/Memo.ts"
import * as Invoke from "../invocation/Invoke.ts"
import { OperationRunners } from "../invocation/OperationRunners.ts"
import { everything } from "../Registry.ts"
import { offered } from "../surfaces/mcp/tools/Definitions.ts"
import { tools } from "../surfaces/mcp/tools/Tools.ts"

const ofTool = (id: string) => {
  const found = offered.find((one) => one.id === id)
  return found && tools.get(found.tool)?.runner()
}

const ofOperation = once((id) => {
  const found = everything.find((one) => one.id === id)
  return found && Invoke.runnerOf(found)
})

const runners = OperationRunners.of({
  find: (operation, surface) => (surface === "mcp" ? ofTool(operation) : undefined) ?? ofOperation(operation)
})

export const layer = Layer.merge(Layer.succeed(OperationRunners, runners), LiveActors.layer)
