import { assert, describe, it } from "@effect/vitest"
import * as Sdk from "@modelcontextprotocol/server"
import { codes, keys } from "../../../src/surfaces/mcp/Meta.ts"

describe("what the protocol calls things", () => {
  it("is what the SDK calls them", () => {
    assert.deepStrictEqual<object>(keys, {
      capabilities: Sdk.CLIENT_CAPABILITIES_META_KEY,
      client: Sdk.CLIENT_INFO_META_KEY,
      logLevel: Sdk.LOG_LEVEL_META_KEY,
      server: Sdk.SERVER_INFO_META_KEY,
      version: Sdk.PROTOCOL_VERSION_META_KEY
    })
    assert.deepStrictEqual<object>(codes, {
      parseError: Sdk.ProtocolErrorCode.ParseError,
      invalidRequest: Sdk.ProtocolErrorCode.InvalidRequest,
      invalidParams: Sdk.ProtocolErrorCode.InvalidParams
    })
  })
})
