/** WebAuthn requests to browsers, and the verification of their responses with a library. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server"
import { Effect, Option, Schema } from "effect"
import { isIP } from "node:net"
import type { UserId } from "../../../schema/Id.ts"

/** Loaded once it is needed, because loading takes longer than rendering a page. */
const library = Effect.promise(() => import("@simplewebauthn/server"))

/** Milliseconds that the browser waits for the device. */
const timeout = 5 * 60_000

/** ES256, EdDSA and RS256; every device supports one of them. The library's default adds one that is experimental in Node.js. */
const supportedAlgorithmIDs = [-7, -8, -257]

export interface Site {
  readonly origin: string
  /** The name that passkeys are bound to. */
  readonly rpID: string
}

/** Browsers don't support passkeys for an IP address, so a loopback address becomes localhost. */
export const siteOf = (base: string): Site | undefined => {
  const url = new URL(base)
  if (url.hostname === "127.0.0.1" || url.hostname === "[::1]") url.hostname = "localhost"
  const rpID = url.hostname
  return isIP(rpID) !== 0 || rpID.startsWith("[") ? undefined : { origin: url.origin, rpID }
}

const base64url = Schema.String.check(Schema.isPattern(/^[\w-]+$/u))

/** The base64url length of 1,023 bytes, the maximum of a WebAuthn credential id. */
const Id = base64url.check(Schema.isMaxLength(1_364))

const either = { id: Id, rawId: Id, type: Schema.Literal("public-key") }

const Creation = Schema.fromJsonString(
  Schema.Struct({
    ...either,
    response: Schema.Struct({ clientDataJSON: base64url, attestationObject: base64url })
  })
)

const Assertion = Schema.fromJsonString(
  Schema.Struct({
    ...either,
    response: Schema.Struct({ clientDataJSON: base64url, authenticatorData: base64url, signature: base64url })
  })
)

const creationIn = Schema.decodeUnknownOption(Creation)
const assertionIn = Schema.decodeUnknownOption(Assertion)

/** A new passkey's public part. */
export interface Made {
  readonly id: string
  readonly key: Uint8Array
  readonly counter: number
}

/** Undefined if the check throws. */
const checked = <A>(check: () => Promise<A | undefined>) =>
  Effect.map(Effect.option(Effect.tryPromise(check)), Option.getOrUndefined)

const bytes = (text: string) => new Uint8Array(Buffer.from(text, "base64url"))

/** The options for creating a passkey. */
export const creation = Effect.fnUntraced(function* (
  { rpID }: Site,
  challenge: string,
  person: {
    readonly id: UserId
    readonly email: string
    readonly has: ReadonlyArray<{ readonly id: string }>
  }
) {
  const { generateRegistrationOptions } = yield* library
  return yield* Effect.promise(() =>
    generateRegistrationOptions({
      rpID,
      rpName: "Sales Pipeline",
      userID: new TextEncoder().encode(person.id),
      userName: person.email,
      challenge: bytes(challenge),
      timeout,
      supportedAlgorithmIDs,
      excludeCredentials: person.has.map(({ id }) => ({ id })),
      authenticatorSelection: { residentKey: "required", userVerification: "required" }
    })
  )
})

/** The options for signing in with one of these passkeys, or with any of this site. */
export const request = ({ rpID }: Site, challenge: string, of: ReadonlyArray<{ readonly id: string }>) => ({
  rpId: rpID,
  challenge,
  allowCredentials: of.map(({ id }) => ({ id, type: "public-key" })),
  timeout,
  userVerification: "required"
})

/** The passkey that a browser created; undefined if the response isn't valid. */
export const madeIn = Effect.fnUntraced(function* (site: Site, answer: string, challenge: string) {
  const credential = Option.getOrUndefined(creationIn(answer))
  if (credential === undefined) return undefined
  const { verifyRegistrationResponse } = yield* library
  const { decodeAttestationObject } = yield* Effect.promise(() => import("@simplewebauthn/server/helpers"))
  return yield* checked(async (): Promise<Made | undefined> => {
    const attestation = decodeAttestationObject(bytes(credential.response.attestationObject))
    // The service asks for no attestation certificates. The library would fetch URLs in them, which anyone may have written.
    const format = attestation.get("fmt")
    const signsItself = format === "packed" && attestation.get("attStmt").get("x5c") === undefined
    if (format !== "none" && !signsItself) return undefined
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpID,
      supportedAlgorithmIDs
    })
    if (registrationInfo === undefined) return undefined
    const { counter, id, publicKey } = registrationInfo.credential
    return { id, key: publicKey, counter }
  })
})

/** The id of the passkey in a response. */
export const idOf = (answer: string): string | undefined => Option.getOrUndefined(assertionIn(answer))?.id

/** The new counter of the passkey that signed the challenge; undefined if the signature isn't valid or the counter went back. */
export const counterOf = Effect.fnUntraced(function* (
  site: Site,
  answer: string,
  challenge: string,
  { counter, id, key }: Made
) {
  const credential = Option.getOrUndefined(assertionIn(answer))
  if (credential === undefined) return undefined
  const { verifyAuthenticationResponse } = yield* library
  return yield* checked(async () => {
    const { authenticationInfo, verified } = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} } as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpID,
      credential: { id, publicKey: new Uint8Array(key), counter }
    })
    return verified ? authenticationInfo.newCounter : undefined
  })
})
