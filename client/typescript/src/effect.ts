/** For users of Effect: the RPC group of all operations, with schemas of their inputs and results. */
import { Layer } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { RpcClient } from "effect/rpc"
import { group } from "../../../src/contract/Rpc.ts"
import { serialization } from "../../../src/contract/RpcWire.ts"

export { group }

export interface Options {
  /** The service's address, such as `https://crm.example`. */
  readonly url: string
  /** An API key (`svc_live_…`) or an OAuth access token. */
  readonly key: string
}

/** The protocol layer with which `RpcClient.make(group)` reaches the service. */
export const layer = ({ key, url }: Options): Layer.Layer<RpcClient.Protocol> =>
  RpcClient.layerProtocolHttp({
    url: `${url.replace(/\/+$/u, "")}/rpc`,
    transformClient: HttpClient.mapRequest(HttpClientRequest.bearerToken(key))
  }).pipe(Layer.provide([FetchHttpClient.layer, serialization]))
