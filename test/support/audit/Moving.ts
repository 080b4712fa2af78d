/** A call to rehearse: a deal's move to won. */
import { Effect } from "effect"
import { created, ok, workspace } from "../server/Contract.ts"

export const dry = { "dry-run": "true" }

type Mine = Effect.Success<ReturnType<typeof workspace>>

/** A new deal, its board's stages, and a dry run of its move to won. */
export const moving = Effect.fnUntraced(function* (mine: Mine) {
  const deal = yield* created(
    mine.post("/v1/deals", { boardId: mine.board.id, name: "Fleet", amountCents: 100 })
  )
  const stages: ReadonlyArray<any> = yield* ok(mine.get(`/v1/boards/${mine.board.id}/stages`))
  const won = stages.find(({ region }) => region === "won")
  const path = `/v1/deals/${deal.id}/move`
  const body = { toStageId: won.id }
  const { dryRun } = yield* ok(mine.post(path, body, dry))
  const go = (headers: Record<string, string> = {}) =>
    mine.post(path, body, { plan: dryRun.plan, ...headers })
  return { deal, stages, won, path, body, dryRun, go }
})
