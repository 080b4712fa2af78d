/** A lead with a screenshot, which the service fetches and stores as a file, where it can't and once it can. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import sharp from "sharp"
import { type Answered, send } from "../rig/Http.ts"
import type { Plan, Trial } from "../rig/Trial.ts"

/** A picture gets 503 while the fault lasts, and the same request with the same key is done once it is over. */
export const load = async (trial: Trial, plan: Plan): Promise<void> => {
  const background = { r: trial.random.below(256), g: trial.random.below(256), b: trial.random.below(256) }
  // Noise does not shrink when it is encoded again.
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const
  const image = await sharp({ create: { width: 400, height: 400, channels: 3, background, noise } })
    .png()
    .toBuffer()
  const server = createServer((_request, response) =>
    response.writeHead(200, { "content-type": "image/png" }).end(image)
  )
  await new Promise<void>((resume) => server.listen(0, "127.0.0.1", resume))
  trial.defer(() => (server.closeAllConnections(), server.close()))
  const { boardId, token } = trial.places.main
  const lead = await trial.call("POST", "/v1/leads", {
    boardId,
    firstName: "Picture",
    workEmail: "picture@acme.example"
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/picture.png`
  const body = { enrichment: { status: "complete", body: "A picture", screenshot: url } }
  const { url: service } = trial.services[0]!
  const path = `/v1/leads/${lead.id}`
  const store = () =>
    send(undefined, { method: "PATCH", url: service + path, token, body, key: `picture-${lead.id}` })
  let first: Answered | undefined
  await trial.load({
    ...plan,
    strike: async () => {
      await plan.strike()
      first = await store()
    }
  })
  const second = await store()
  trial.note(`a picture: ${first!.status} during the fault, ${second.status} after it`)
  trial.expect(
    first!.status === 503 && first!.retryAfter !== undefined,
    `a picture during the fault: ${first!.status} ${first!.text.slice(0, 100)}`
  )
  trial.expect(second.status === 200, `the same key after it: ${second.status} ${second.text.slice(0, 100)}`)
}
