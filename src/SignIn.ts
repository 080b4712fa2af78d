/** By what right the local MCP server calls the service if it has no key: the command line says so, for whoever signed in. */
export interface SignIn {
  readonly url: string
  /** A token that is good now. What it is rejected with says what to do. */
  readonly token: () => Promise<string>
}

type Find = () => Promise<SignIn>

const make = () => {
  let find: Find | undefined
  const provide = (how: Find): void => {
    find = how
  }
  /** Undefined if nobody can be signed in here; rejected if nobody is. */
  const signIn = (): Promise<SignIn> | undefined => find?.()
  return { provide, signIn }
}

export const { provide, signIn } = make()
