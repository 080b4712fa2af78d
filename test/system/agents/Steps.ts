/** Steps by REST that prepare a job. */
import type { Rest } from "./Agent.ts"

export const idsOf = async (rest: Rest, path: string): Promise<ReadonlyArray<string>> =>
  (await rest("GET", path)).data.map(({ id }: any) => id)

/** The id of the stage with this name or region. */
export const stageOf = async (rest: Rest, boardId: string, name: string): Promise<string> =>
  (await rest("GET", `/v1/boards/${boardId}/stages`)).find(
    (stage: any) => stage.name === name || stage.region === name
  ).id

const moveTo = (region: string) => async (rest: Rest, boardId: string, id: string) =>
  rest("POST", `/v1/deals/${id}/move`, { toStageId: await stageOf(rest, boardId, region) })

export const win = moveTo("won")
export const lose = moveTo("dead")
