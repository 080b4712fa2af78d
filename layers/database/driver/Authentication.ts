/** Answers the server's authentication requests at the start of a session. */
import { PgAuth, PgProtocol } from "@effect/sql-pg"
import { Redacted, Result } from "effect"
import { randomBytes } from "node:crypto"
import type { Address } from "./Address.ts"

export class Authentication {
  private readonly address: Address
  private scram: PgAuth.ScramState | undefined

  constructor(address: Address) {
    this.address = address
  }

  /** Encodes the startup message. The parameters are server settings. */
  static startup(
    { database, options, user }: Address,
    parameters: Readonly<Record<string, string>>
  ): Uint8Array {
    return PgProtocol.encodeStartupMessage({ ...parameters, user, database, options })
  }

  private get password(): string {
    const { password } = this.address
    if (password === undefined) throw new Error("The server asks for a password, and none is given")
    return Redacted.value(password)
  }

  /**
   * Returns the answer to a message; undefined if it needs none. Throws if authentication isn't possible or the server fails to prove its
   * identity.
   */
  answer(message: PgProtocol.BackendMessage<unknown>): Uint8Array | undefined {
    switch (message._tag) {
      case "AuthenticationCleartextPassword":
        return PgProtocol.encodePasswordMessage({ password: this.password })
      case "AuthenticationMD5Password": {
        const { user } = this.address
        const password = Result.getOrThrow(
          PgAuth.md5Password({ user, password: this.password, salt: message.salt })
        )
        return PgProtocol.encodePasswordMessage({ password })
      }
      case "AuthenticationSASL": {
        if (!message.mechanisms.includes(PgAuth.SCRAM_SHA_256)) {
          throw new Error(`Only ${PgAuth.SCRAM_SHA_256} is supported, not ${message.mechanisms.join(", ")}`)
        }
        const nonce = randomBytes(18).toString("base64")
        const { response, state } = Result.getOrThrow(PgAuth.scramInit({ password: this.password, nonce }))
        this.scram = state
        return PgProtocol.encodeSASLInitialResponse({
          mechanism: PgAuth.SCRAM_SHA_256,
          initialResponse: response
        })
      }
      case "AuthenticationSASLContinue": {
        if (this.scram?._tag !== "ScramFirst") throw new Error("Unexpected AuthenticationSASLContinue")
        const { response, state } = Result.getOrThrow(PgAuth.scramContinue(this.scram, message.data))
        this.scram = state
        return PgProtocol.encodeSASLResponse({ data: response })
      }
      case "AuthenticationSASLFinal": {
        if (this.scram?._tag !== "ScramFinal") throw new Error("Unexpected AuthenticationSASLFinal")
        Result.getOrThrow(PgAuth.scramFinish(this.scram, message.data))
        this.scram = undefined
        return undefined
      }
      case "AuthenticationUnsupported":
        throw new Error(`The authentication method ${message.method} is not supported`)
      case "AuthenticationOk":
        if (this.scram !== undefined) throw new Error("The server has not proved its identity")
        return undefined
      default:
        return undefined
    }
  }
}
