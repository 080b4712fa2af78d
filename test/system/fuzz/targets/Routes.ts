/** Every other route: pages and their forms, OAuth, files, uploads, documents. */
import * as Agents from "../../../../src/surfaces/Agents.ts"
import * as AuditExport from "../../../../src/surfaces/AuditExport.ts"
import * as Contact from "../../../../src/surfaces/intake/Contact.ts"
import * as Docs from "../../../../src/surfaces/Docs.ts"
import * as Embed from "../../../../src/surfaces/Embed.ts"
import * as Files from "../../../../src/surfaces/Files.ts"
import * as Health from "../../../../src/surfaces/http/server/Health.ts"
import * as ImageUpload from "../../../../src/surfaces/ImageUpload.ts"
import * as Metrics from "../../../../src/surfaces/http/Metrics.ts"
import * as OAuth from "../../../../src/surfaces/OAuth.ts"
import * as Pages from "../../../../src/surfaces/Pages.ts"
import * as Hostile from "../Hostile.ts"
import type { Site } from "../Site.ts"
import {
  bytes,
  caller,
  chunked,
  cookies,
  fill,
  form,
  json,
  multipart,
  oddHeaders,
  query,
  type Target
} from "./Target.ts"

/** The forms of pages, sent with the session of a signed-in person and hostile fields. */
const forms = (site: Site): ReadonlyArray<Target> =>
  site.forms.map(({ action, inputs }) => ({
    name: `form ${action}`,
    shot: (random) => {
      const plain = Object.fromEntries(inputs.map(({ name, value }) => [name, value]))
      const most = random.chance(0.2) ? 1_000_000 : 16_000
      const sent = Hostile.urlencoded(
        random,
        plain,
        Object.keys(plain).filter((name) => name !== "csrf"),
        most
      )
      const accept = random.chance(0.3) ? { accept: "application/json" } : {}
      return {
        method: "POST",
        path: action,
        headers: { ...form, cookie: cookies(site), ...accept, ...oddHeaders(random), ...chunked(random) },
        body: Buffer.from(sent)
      }
    }
  }))

interface Route {
  readonly method: string
  readonly path: string
}

const open: ReadonlyArray<Route> = [
  ...Agents.routes,
  ...Pages.routes,
  ...OAuth.routes,
  ...Contact.routes,
  ...Docs.routes,
  ...Embed.routes,
  ...Files.routes,
  ...Health.routes,
  ...Metrics.routes
]

const queryNames =
  "q board stage cursor from next code token email of client_id redirect_uri scope state resource response_type code_challenge login_hint display ui_locales prompt claims utm_source".split(
    " "
  )

/** GET requests, signed in or not. */
const gets = (site: Site): ReadonlyArray<Target> =>
  open
    .filter(({ method }) => method === "GET")
    .map(({ path }) => ({
      name: `GET ${path}`,
      shot: (random) => ({
        method: "GET",
        path: `${fill(site, random, path)}?${query(random, queryNames)}`,
        headers: { ...(random.chance(0.7) ? { cookie: cookies(site) } : {}), ...oddHeaders(random) }
      })
    }))

const postNames =
  "csrf email password again next code workspace decision scope grant_type client_id client_secret refresh_token redirect_uri token message workEmail name client_assertion".split(
    " "
  )

/** POST requests without a credential: to pages, OAuth and contact pages. */
const posts = (site: Site): ReadonlyArray<Target> =>
  open
    .filter(({ method }) => method === "POST")
    .map(({ path }) => ({
      name: `POST ${path}`,
      shot: (random) => {
        const kind = random.below(5)
        const headers =
          kind === 0 ? json : kind === 1 ? { "content-type": "multipart/form-data; boundary=b" } : form
        const text =
          kind === 0
            ? random.chance(0.3)
              ? Hostile.json(random)
              : Hostile.object(random, { redirect_uris: ["http://127.0.0.1/cb"], client_name: "App" }, [
                  ...postNames,
                  "jwks",
                  "client_name",
                  "redirect_uris"
                ])
            : kind === 1
              ? multipart(random)
              : Hostile.urlencoded(random, {}, postNames, random.pick([10_000, 1_000_000]))
        const accept = random.chance(0.5) ? { accept: "text/html" } : {}
        return {
          method: "POST",
          path: fill(site, random, path),
          headers: { ...headers, ...accept, ...oddHeaders(random), ...chunked(random) },
          body: bytes(random, text)
        }
      }
    }))

/** GET requests with a key. */
const reads = (site: Site): ReadonlyArray<Target> =>
  AuditExport.routes.map(({ method, path }) => ({
    name: `${method} ${path}`,
    shot: (random) => ({
      method,
      path: `${path}?${query(random, ["target", "actor", "operation", "since", "until", "outcome"])}`,
      headers: { ...caller(site, random), ...oddHeaders(random) }
    })
  }))

/** Images, or what is sent as one. */
const uploads = (site: Site): ReadonlyArray<Target> =>
  ImageUpload.routes.map(({ method, path }) => ({
    name: `${method} ${path}`,
    shot: (random) => ({
      method,
      path: fill(site, random, path),
      headers: {
        "content-type": random.pick(["image/png", "application/octet-stream", "text/html", "a/b"]),
        ...oddHeaders(random),
        ...chunked(random)
      },
      body: Buffer.concat([
        Buffer.from(random.pick(["", "\u0089PNG\r\n\u001a\n", "GIF89a"]), "latin1"),
        bytes(random, multipart(random))
      ])
    })
  }))

/** Reads the stored text where people with access see it. */
const shown = (site: Site): ReadonlyArray<Target> =>
  site.shown.map((path) => ({
    name: `shown ${path.replaceAll(/[0-9a-f-]{36}/gu, ":id")}`,
    shot: () => ({
      method: "GET",
      path,
      headers: path.startsWith("/v1/") ? { authorization: `Bearer ${site.token}` } : { cookie: cookies(site) }
    })
  }))

export const of = (site: Site): ReadonlyArray<Target> => [
  ...forms(site),
  ...gets(site),
  ...posts(site),
  ...reads(site),
  ...uploads(site),
  ...shown(site)
]
