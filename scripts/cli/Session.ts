/** Sign-in commands: `login`, `logout`, `whoami`. */
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { spawn } from "node:child_process"
import * as Flags from "../admin/command/Flags.ts"
import * as Account from "./Account.ts"
import * as Caller from "./Caller.ts"
import * as Operations from "./Operations.ts"
import * as Saved from "./Saved.ts"
import * as SignIn from "./SignIn.ts"

const openers: Readonly<Record<string, ReadonlyArray<string>>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""]
}

/** Opens the browser. On a machine without one, the printed address remains. */
const open = (url: string) =>
  Effect.sync(() => {
    const [command, ...args] = openers[process.platform] ?? ["xdg-open"]
    const child = spawn(command!, [...args, url.replaceAll("&", process.platform === "win32" ? "^&" : "&")], {
      stdio: "ignore",
      detached: true
    })
    child.on("error", () => {})
    child.unref()
  })

const show = (document: Readonly<Record<string, unknown>>) =>
  Effect.flatMap(Operations.Json, (isJson) =>
    isJson
      ? Console.log(JSON.stringify(document, null, 2))
      : Console.log(
          Object.entries(document)
            .map(([name, value]) => `${name.padEnd(9)} ${Array.isArray(value) ? value.join(" ") : value}`)
            .join("\n")
        )
  )

const whoIs = Effect.gen(function* () {
  const { url } = yield* Account.current
  const { auth, user, workspace } = yield* Caller.get("/me")
  return {
    service: url,
    workspace: workspace.name,
    person: user.email,
    through: auth.kind === "oauth" ? "your sign-in" : "an API key",
    scopes: auth.scopes
  }
})

const login = Command.make(
  "login",
  {
    scope: Flags.optional(
      Flag.String("scope").pipe(
        Flag.withDescription('Scopes to ask for, such as "deals:read leads:read". Left out: all')
      )
    ),
    browser: Flag.Boolean("browser").pipe(
      Flag.withDefault(true),
      Flag.withDescription("Opens the browser; --no-browser only prints the address")
    )
  },
  Effect.fnUntraced(function* ({ browser, scope }) {
    const url = yield* Account.url
    const signIn = yield* SignIn.signIn(url, scope, (address) =>
      Effect.andThen(
        Console.error(`Sign in here, in a browser on this machine:\n\n  ${address}\n`),
        browser ? open(address) : Effect.void
      )
    )
    yield* Saved.change((contents) =>
      Effect.succeed([undefined, Saved.withSignIn(contents, url, signIn)] as const)
    )
    const account = { url, token: signIn.accessToken }
    yield* show(yield* Effect.provideService(whoIs, Account.Account, account))
    yield* Console.error(`Kept in ${yield* Saved.path}, for you alone.`)
  })
).pipe(Command.withDescription("Signs in by your browser, and remembers it."))

const logout = Command.make(
  "logout",
  {},
  Effect.fnUntraced(function* () {
    const url = yield* Account.url
    const saved = (yield* Saved.read).services[url]
    if (saved === undefined) return yield* Console.error(`You were not signed in to ${url}.`)
    yield* Saved.change((contents) => Effect.succeed([undefined, Saved.without(contents, url)] as const))
    yield* SignIn.revoke(url, saved)
    yield* Console.error(`Signed out of ${url}.`)
  })
).pipe(Command.withDescription("Ends the sign-in, here and at the service."))

const whoami = Command.make(
  "whoami",
  {},
  Effect.fnUntraced(function* () {
    yield* show(yield* whoIs)
  })
).pipe(Command.withDescription("Says which workspace commands work in, as whom, and what they may do."))

export const commands = [login, logout, whoami] as const
