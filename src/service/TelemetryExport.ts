/** Sends traces, metrics and logs to an OTLP collector. */
import { Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { Otlp, OtlpSerialization } from "effect/observability"

export const exporting = (baseUrl: string) =>
  Otlp.layer({ baseUrl, resource: { serviceName: "sales-pipeline" } }).pipe(
    Layer.provide([OtlpSerialization.layerJson, FetchHttpClient.layer])
  )
