/** The RPC serialization, separate from the client's group because the server doesn't need that. */
import { RpcSerialization } from "effect/rpc"

/** Newline-delimited JSON, so that the responses of a batch are streamed. */
export const serialization = RpcSerialization.layerNdjson
