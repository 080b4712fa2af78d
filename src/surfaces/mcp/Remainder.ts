/** How a model gets what a result leaves out. */
import { operations } from "../../contract/Api.ts"
import { offered, type Offered } from "./Definitions.ts"
import { rowOf } from "./Lists.ts"

export const of = ({ contract, input }: Offered): string => {
  const row = rowOf(contract)
  if (row === undefined && "boardId" in input) return "Send boardId for one board."
  const read = operations.find(
    ({ http, resource, success }) =>
      http?.method === "GET" && [success, resource].includes(row ?? contract.success)
  )
  const reader = row === undefined ? undefined : offered.find(({ id }) => id === read?.id)
  if (reader !== undefined) return `${reader.tool} with the row's id gives more of it.`
  const path = read?.http?.path.replaceAll(/:(\w+)/gu, "{$1}")
  return `No tool gives the rest: ${path === undefined ? "REST" : `GET /v1${path} over REST`} does.`
}
