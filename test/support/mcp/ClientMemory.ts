/** Stores an MCP client's state between the steps of the SDKs' `auth()`. */
import { callback } from "./OAuthApp.ts"

export class ClientMemory {
  client: any
  saved: any
  asked: URL | undefined
  private verifier = ""
  private discovered: any
  readonly redirectUrl: string
  readonly clientMetadata
  readonly clientMetadataUrl: string | undefined

  constructor(
    options: { readonly name?: string; readonly metadataUrl?: string; readonly redirect?: string } = {}
  ) {
    this.redirectUrl = options.redirect ?? callback
    this.clientMetadata = {
      client_name: options.name ?? "SDK client",
      redirect_uris: [this.redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none"
    }
    this.clientMetadataUrl = options.metadataUrl
  }

  state = () => "sdk-state"
  clientInformation = () => this.client
  saveClientInformation = (client: unknown) => void (this.client = client)
  tokens = () => this.saved
  saveTokens = (tokens: unknown) => void (this.saved = tokens)
  redirectToAuthorization = (url: URL) => void (this.asked = url)
  saveCodeVerifier = (verifier: string) => void (this.verifier = verifier)
  codeVerifier = () => this.verifier
  saveDiscoveryState = (state: unknown) => void (this.discovered = state)
  discoveryState = () => this.discovered
}
