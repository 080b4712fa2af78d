/** Finds what carries out an approved call: the operation in the form that its surface runs, and whoever asked. */
import { Layer } from "effect"
import { LiveActors } from "../layers/identity/LiveActors.ts"
import { Carrying, type Runner } from "./Carrying.ts"
import * as Invoke from "./Invoke.ts"
import { everything } from "./Registry.ts"
import * as Tools from "./surfaces/mcp/Tools.ts"

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
      surface === "mcp" ? (Tools.runners.get(operation) ?? find(operation)) : find(operation)
  })
}

export const layer = Layer.merge(Layer.sync(Carrying, make), LiveActors.layer)
