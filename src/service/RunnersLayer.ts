/** Finds what carries out an approved call: the operation in the form that its surface runs, and whoever asked. */
import { Layer } from "effect"
import { LiveActors } from "../../layers/identity/LiveActors.ts"
import { Carrying, type Runner } from "../invocation/OperationRunners.ts"
import * as Invoke from "../invocation/Invoke.ts"
import { everything } from "../Registry.ts"
import { offered } from "../surfaces/mcp/Definitions.ts"
import { tools } from "../surfaces/mcp/Tools.ts"

const toolOf = (id: string) => {
  const found = offered.find((one) => one.id === id)
  return found && tools.get(found.tool)
}

/** Compiled when it is first needed: few operations ever are. */
const make = () => {
  const plain = new Map<string, Runner>()
  const find = (id: string): Runner | undefined => {
    const known = plain.get(id)
    if (known !== undefined) return known
    const operation = everything.find((one) => one.id === id)
    if (operation === undefined) return undefined
    const { runner } = Invoke.compile(operation)
    plain.set(id, runner)
    return runner
  }
  return Carrying.of({
    of: (operation, surface) =>
      surface === "mcp" ? (toolOf(operation)?.runner() ?? find(operation)) : find(operation)
  })
}

export const layer = Layer.merge(Layer.sync(Carrying, make), LiveActors.layer)
