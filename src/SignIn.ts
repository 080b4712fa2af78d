/** The sign-in that the local MCP server uses without a key. The command line provides it for the signed-in user. */
export interface SignIn {
  readonly url: string
  /** A valid token. The rejection says how to sign in. */
  readonly token: () => Promise<string>
}

let find: (() => Promise<SignIn>) | undefined

export const provide = (how: () => Promise<SignIn>): void => {
  find = how
}

/** Undefined if sign-in isn't available here; rejects if nobody is signed in. */
export const signIn = (): Promise<SignIn> | undefined => find?.()
