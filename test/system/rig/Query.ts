/** A query on a connection of its own, which may be lost. */
import { Client } from "pg"

export const query = async (
  url: string,
  text: string,
  values: ReadonlyArray<unknown> = []
): Promise<ReadonlyArray<any>> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on("error", () => {})
  try {
    await client.connect()
    return (await client.query(text, [...values])).rows
  } finally {
    await client.end().catch(() => {})
  }
}
