/**
 * An extension of the service by another program (docs/extending.md). `src/Extend.ts` sets it before the modules that read it are loaded,
 * because the documents, routes and tools are built from all operations at start.
 */
import { Layer } from "effect"
import type * as Operation from "./Operation.ts"

export interface Extension {
  /** Additional operations. */
  readonly contracts: ReadonlyArray<Operation.Any>
  /** The same operations with their implementations. */
  readonly operations: ReadonlyArray<Operation.Any>
  /** Runs as long as the service does. */
  readonly beside: Layer.Layer<never, unknown, unknown>
}

let current: Extension = { contracts: [], operations: [], beside: Layer.empty }
let isRead = false

export const set = (extension: Extension): void => {
  if (isRead) throw new Error("The API is loaded already: import neither it nor the app before start()")
  current = extension
}

export const get = (): Extension => {
  isRead = true
  return current
}

const namesOf = ({ http, id, tool }: Operation.Any) => [
  `operation ${id}`,
  ...(tool === undefined ? [] : [`tool ${tool}`]),
  ...(http === undefined ? [] : [`route ${http.method} ${http.path.replaceAll(/:\w+/gu, ":")}`])
]

/** The service's operations and the extension's. Fails if they share a name. */
export const join = (ours: ReadonlyArray<Operation.Any>): ReadonlyArray<Operation.Any> => {
  const all = [...ours, ...get().contracts]
  const taken = new Set<string>()
  for (const name of all.flatMap(namesOf)) {
    if (taken.has(name)) throw new Error(`There are two operations with the ${name}`)
    taken.add(name)
  }
  return all
}
