/** Mail over HTTP and SMTP, and HTTP itself. */
import * as InboundEmail from "../../../../src/surfaces/intake/InboundEmail.ts"
import * as Hostile from "../Hostile.ts"
import * as Mail from "../Mail.ts"
import type { Random } from "../../rig/Random.ts"
import type { Site } from "../Site.ts"
import { fill, inPath, multipart, type Target } from "./Target.ts"

const mail = (site: Site): ReadonlyArray<Target> => [
  ...InboundEmail.routes.map(({ method, path }) => ({
    name: `${method} ${path}`,
    shot: (random: Random) => ({
      method,
      path: fill(site, random, path),
      headers: {
        "content-type": random.pick([
          "message/rfc822",
          "application/x-www-form-urlencoded",
          "multipart/form-data; boundary=b"
        ])
      },
      body: Buffer.from(
        random.chance(0.2) ? multipart(random) : Mail.message(random),
        random.chance(0.1) ? "latin1" : "utf8"
      )
    })
  })),
  {
    name: "SMTP",
    shot: (random) => ({
      method: "SMTP",
      path: "",
      headers: {},
      port: site.smtpPort,
      raw: Buffer.from(Mail.session(random, site.mailToken), random.chance(0.1) ? "latin1" : "utf8")
    })
  }
]

const rawLines = [
  "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
  "GET / HTTP/9.9\r\n\r\n",
  "POST /sign-in HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
  "POST /sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n1;a=b\r\na\r\n0\r\nX: y\r\n\r\n",
  "POST /sign-in HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, gzip\r\n\r\n",
  "POST /sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 18446744073709551616\r\n\r\n",
  "POST /sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
  "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
  "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n",
  "GET http://[::1 HTTP/1.1\r\nHost: x\r\n\r\n",
  "GET //\\..//?%%% HTTP/1.1\r\nHost: \u0000\r\n\r\n",
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "\u0016\u0003\u0001\u0000"
]

const raw: Target = {
  name: "HTTP itself",
  shot: (random) => ({
    method: "RAW",
    path: "",
    headers: {},
    raw: Buffer.from(
      random.chance(0.6)
        ? random.pick(rawLines)
        : `${random.pick(["GET", "POST", "BREW", ""])} ${inPath(random)} HTTP/1.1\r\n${`X: ${Hostile.text(random, 2_000)}\r\n`.repeat(random.below(20))}\r\n`,
      "latin1"
    )
  })
}

export const of = (site: Site): ReadonlyArray<Target> => [...mail(site), raw]
