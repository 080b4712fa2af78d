/**
 * What a program of somebody's own adds to the service (docs/extending.md). `src/Extend.ts` sets it before anything that reads
 * it is loaded: the documents, routes and tools are made of all operations once, at start.
 */
import { Layer } from "effect"
import type * as Operation from "./Operation.ts"

export interface Extension {
  /** Operations beside ours. */
  readonly contracts: ReadonlyArray<Operation.Any>
  /** The same, joined with their code. */
  readonly operations: ReadonlyArray<Operation.Any>
  /** Runs as long as the service. */
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

/** Ours and the extension's, which may take no name twice. */
export const join = (ours: ReadonlyArray<Operation.Any>): ReadonlyArray<Operation.Any> => {
  const all = [...ours, ...get().contracts]
  const taken = new Set<string>()
  for (const name of all.flatMap(namesOf)) {
    if (taken.has(name)) throw new Error(`There are two operations with the ${name}`)
    taken.add(name)
  }
  return all
}
