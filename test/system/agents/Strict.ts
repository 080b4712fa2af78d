/** REST requests that fail on an error, so that broken preparations show at once. */
import type { Client } from "../../support/server/TestService.ts"

export type Rest = (method: string, path: string, body?: unknown) => Promise<any>

export const of =
  (send: Client["send"]): Rest =>
  async (method, path, body) => {
    const answer = await send(method, path, body)
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.text}`)
    return answer.body
  }
