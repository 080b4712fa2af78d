/**
 * A filled database of the last version before the baseline, with its history: deals, leads, an import, webhooks, an approval, the
 * audit log with its seals, and more. Written by pg_dump 15 with --column-inserts.
 */
import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { Client } from "pg"
import { BoardId, UserId, WorkspaceId } from "../../../schema/Id.ts"

const file = new URL("../../fixtures/database-0078.sql.gz", import.meta.url)

/** Its secrets are sealed with the key that `TestService` has. */
export const encryptionKey = "5".repeat(64)

/** Its workspace, with a key of its owner. */
export const place = {
  workspaceId: WorkspaceId.make("01a223e6-03ee-764e-a6ce-6c50c21abab7"),
  boardId: BoardId.make("01a223e6-0487-7086-9171-f78a356e7734"),
  userId: UserId.make("01a223e6-046a-76ee-8ede-78527ef8c65f"),
  token: "svc_live_qqRSv35HGzeKFGU2VISC2HzPZ5satXjx29uhavgqifL"
}

/** How many deals it has. */
export const deals = 5

/** Fills an empty database. */
export const load = async (url: string) => {
  const client = new Client(url)
  await client.connect()
  await client.query(gunzipSync(readFileSync(file)).toString())
  await client.end()
}
