/** How RPC goes over the wire; apart from the group for clients, which a server doesn't need. */
import { RpcSerialization } from "effect/rpc"

/** Newline-delimited JSON, so that the answers of a batch are streamed. */
export const serialization = RpcSerialization.layerNdjson
