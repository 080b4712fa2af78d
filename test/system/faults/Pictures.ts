/** Sends leads with a screenshot, which the service fetches and stores as a file. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import sharp from "sharp"
import { send } from "../rig/Http.ts"
import type { Trial } from "./Trial.ts"

/** Sends the same request each time. */
export const screenshot = async (trial: Trial) => {
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
  return () =>
    send(undefined, {
      method: "PATCH",
      url: `${service}/v1/leads/${lead.id}`,
      token,
      body,
      key: `picture-${lead.id}`
    })
}
