/** Images, and an outside server that has them. */
import { Effect } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import sharp from "sharp"

export const png = (shade: number) =>
  sharp({ create: { width: 4, height: 4, channels: 3, background: { r: shade, g: 0, b: 0 } } })
    .png()
    .toBuffer()

/** An outside server with images at `/<shade>.png` and `/<shade>-<name>.png`; all else is 404. */
export const gallery = Effect.acquireRelease(
  Effect.callback<{ readonly url: string; readonly asked: Array<string>; readonly close: () => void }>(
    (resume) => {
      const asked: Array<string> = []
      const server = createServer((request, response) => {
        asked.push(request.url ?? "")
        const shade = /^\/(\d+)(?:-\w+)?\.png$/u.exec(request.url ?? "")?.[1]
        if (shade === undefined) response.writeHead(404).end()
        else void png(Number(shade)).then((bytes) => response.end(bytes))
      })
      server.listen(0, "127.0.0.1", () => {
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
        resume(Effect.succeed({ url, asked, close: () => server.close() }))
      })
    }
  ),
  ({ close }) => Effect.sync(close)
)
