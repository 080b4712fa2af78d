/** By what right the local MCP server calls the service if it has no key: the command line says so, for whoever signed in. */
export interface SignIn {
  readonly url: string
  /** A token that is good now. What it is rejected with says what to do. */
  readonly token: () => Promise<string>
}

let find: (() => Promise<SignIn>) | undefined

export const provide = (how: () => Promise<SignIn>): void => {
  find = how
}

/** Undefined if nobody can be signed in here; rejected if nobody is. */
export const signIn = (): Promise<SignIn> | undefined => find?.()
