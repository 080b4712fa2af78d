/** Every surface with its routes, from which the middleware knows the methods of each address. */
import { Layer } from "effect"
import * as Agents from "./Agents.ts"
import * as AuditExport from "./AuditExport.ts"
import * as CalendarFeed from "./CalendarFeed.ts"
import * as Contact from "./intake/Contact.ts"
import * as Docs from "./Docs.ts"
import type * as Addresses from "./http/Addresses.ts"
import * as Middleware from "./http/Middleware.ts"
import * as Embed from "./Embed.ts"
import * as FilesRoute from "./Files.ts"
import * as Health from "./http/server/Health.ts"
import * as ImageUpload from "./ImageUpload.ts"
import * as InboundEmail from "./intake/InboundEmail.ts"
import * as Mcp from "./Mcp.ts"
import * as Metrics from "./http/Metrics.ts"
import * as OAuth from "./OAuth.ts"
import * as PageResponse from "./web/PageResponse.ts"
import * as Pages from "./Pages.ts"
import * as Rest from "./Rest.ts"
import * as Rpc from "./Rpc.ts"

/** The keys are the names in metrics and the access log. */
const mounted = {
  rest: [Rest, AuditExport],
  rpc: [Rpc],
  mcp: [Mcp],
  oauth: [OAuth],
  pages: [Pages, CalendarFeed],
  intake: [Contact, InboundEmail],
  files: [FilesRoute, ImageUpload],
  embed: [Embed],
  docs: [Docs, Agents],
  operator: [Health, Metrics]
} as const

interface Surface {
  readonly routes: ReadonlyArray<Omit<Addresses.Route, "surface">>
  readonly layer: Layer.Layer<never, unknown, unknown>
}

const all = Object.entries(mounted).flatMap(([name, some]) =>
  (some as ReadonlyArray<unknown> as ReadonlyArray<Surface>).map((surface) => ({ name, ...surface }))
)

const edge = Middleware.layer(
  all.flatMap(({ name, routes }) => routes.map((route) => ({ ...route, surface: name }))),
  PageResponse.lost
)

/** The layer's requirements differ by surface, so their types are dropped. */
export const layer = all.reduce<Layer.Layer<never, unknown, unknown>>(
  (merged, { layer }) => Layer.merge(merged, layer),
  edge
)
