/** A grant's id contains its workspace's id, so that the row can be found by the id alone. */
import { Option, Schema } from "effect"
import { WorkspaceId } from "../../../schema/Id.ts"

export interface Parts {
  readonly workspaceId: WorkspaceId
  readonly id: string
}

const isWorkspaceId = Schema.is(WorkspaceId)

export const format = ({ id, workspaceId }: Parts): string => `${workspaceId}.${id}`

export const parse = (text: string): Option.Option<Parts> => {
  const [workspaceId = "", id = "", ...more] = text.split(".")
  return more.length === 0 && isWorkspaceId(workspaceId) && isWorkspaceId(id)
    ? Option.some({ workspaceId, id })
    : Option.none()
}
