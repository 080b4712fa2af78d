/** OAuth 2.1: discovery, the endpoints for clients, and the pages where people consent. */
import { Layer } from "effect"
import * as Consent from "./oauth/Consent.ts"
import * as Discovery from "./oauth/Discovery.ts"
import * as Endpoints from "./oauth/Endpoints.ts"
import * as PageResponse from "./web/PageResponse.ts"

export const routes = [...Discovery.routes, ...Endpoints.routes, ...Consent.routes]

export const layer = Layer.mergeAll(Discovery.layer, Endpoints.layer, PageResponse.layer(Consent.routes))
