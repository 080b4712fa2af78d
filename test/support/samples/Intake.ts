/** A workspace with its contact page, its address for email, and its inbox. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Forms } from "../../../layers/intake/Forms.ts"
import { InboundAddresses } from "../../../layers/intake/InboundAddresses.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import { TestService } from "../server/TestService.ts"

export const make = Effect.gen(function* () {
  const service = yield* TestService
  const client = yield* service.workspace()
  const forms = yield* Forms
  const addresses = yield* InboundAddresses
  const tenant = { workspaceId: client.workspace.id }
  const form = yield* Effect.provideService(forms.ofBoard(client.board.id), Tenant, tenant)
  const address = yield* Effect.provideService(addresses.ofBoard(client.board.id), Tenant, tenant)
  const leads = Effect.promise(async () => (await client.send("GET", "/v1/leads?limit=100")).body.data)
  return {
    ...client,
    url: service.url,
    form,
    page: `/f/${form.token}`,
    address,
    intake: `/intake/email/${address.token}`,
    /** The body of what a request with the key is answered, which must be a success. */
    rest: (method: string, path: string, body?: unknown) =>
      Effect.map(
        Effect.promise(() => client.send(method, path, body)),
        (answer) => {
          assert.isBelow(answer.status, 300, answer.text)
          return answer.body
        }
      ),
    /** Sends without a credential. */
    post: service.send,
    /** The leads, newest first. */
    leads,
    revoke: Effect.all([forms.revoke(form.token), addresses.revoke(address.token)]).pipe(
      Effect.provideService(Tenant, tenant)
    )
  }
})
