/** The instructions for reading the rest of a truncated result. */
import { operations } from "../../../contract/Api.ts"
import { offered, type Offered } from "../tools/Definitions.ts"
import { rowOf } from "./Lists.ts"

export const of = ({ contract, input, tool }: Offered): string => {
  const row = rowOf(contract)
  const read = operations.find(
    ({ http, resource, success }) =>
      http?.method === "GET" && [success, resource].includes(row ?? contract.success)
  )
  const reader = offered.find(({ id }) => id === read?.id)
  if (reader !== undefined && reader.tool !== tool) {
    return `${reader.tool} with the ${row === undefined ? "" : "row's "}id gives more of it.`
  }
  if (contract.kind === "write") return "changes_since lists each change that was made."
  if ("limit" in input && !("include" in input)) return "A smaller limit gives more of each row."
  if ("boardId" in input) return "Send boardId for one board."
  return "No tool gives more of it: a person sees all of it on the service's pages."
}
