/** A client as patient as real ones. */
import type { Client } from "./TestService.ts"

/** Sends again what was refused only because too much was waiting, as every client does: nothing was written then. */
export const insistent = (client: Client): Client => ({
  ...client,
  send: async (...request) => {
    for (;;) {
      const answer = await client.send(...request)
      if (answer.status !== 503) return answer
    }
  }
})
