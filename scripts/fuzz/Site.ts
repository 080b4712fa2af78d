/** The service under test: its own process and database, with the ids, forms and credentials that a caller has. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type Form, FormBrowser } from "../../test/support/pages/FormBrowser.ts"
import { routes as pageRoutes } from "../../src/surfaces/Pages.ts"
import { flags } from "../flags.ts"
import { store } from "./Stored.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

export interface Memory {
  readonly used: number
  readonly rss: number
}

/** An id of each resource, under the path part before it or the field that takes it. */
export type Ids = Readonly<Record<string, string>>

export interface Site {
  /** Addresses that show the text stored by Stored.ts. */
  readonly shown: ReadonlyArray<string>
  readonly url: string
  readonly smtpPort: number
  readonly token: string
  readonly browser: FormBrowser
  readonly ids: Ids
  readonly forms: ReadonlyArray<Form>
  readonly contact: string
  readonly mailToken: string
  /** Milliseconds of the longest turn of the event loop since the last call. */
  readonly block: () => Promise<number>
  readonly memory: () => Promise<Memory>
  /** The end of the service's output. */
  readonly log: () => string
  readonly exited: () => boolean
  readonly stop: () => Promise<void>
}

const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      server.close(() => done(port))
    })
  })

const unlimited = String(1_000_000_000)

const start = async () => {
  const directory = mkdtempSync(join(tmpdir(), "pipeline-fuzz-"))
  const smtpPort = await freePort()
  const child = spawn(
    process.execPath,
    [
      "--disable-warning=ExperimentalWarning",
      ...flags,
      "--expose-gc",
      "--import",
      fileURLToPath(new URL("probe.ts", import.meta.url)),
      "src/main.ts"
    ],
    {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env: {
        PATH: process.env["PATH"],
        HOME: process.env["HOME"],
        NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
        ...(process.env["FUZZ_DATABASE_URL"] === undefined
          ? {}
          : { DATABASE_URL: process.env["FUZZ_DATABASE_URL"] }),
        DATA_DIR: directory,
        PORT: "0",
        SMTP_PORT: String(smtpPort),
        PROMOTION_ENABLED: "true",
        RATE_LIMIT_PER_KEY: unlimited,
        RATE_LIMIT_PER_WORKSPACE: unlimited,
        RATE_LIMIT_PER_ADDRESS: unlimited
      }
    }
  )
  let output = ""
  const listen = (chunk: Buffer) => {
    output = `${output.slice(0, 20_000)}${output.slice(20_000).slice(-200_000)}${chunk.toString()}`
  }
  child.stdout!.on("data", listen)
  child.stderr!.on("data", listen)
  const ended = once(child, "exit")
  while (!output.includes("API reference")) {
    await Promise.race([once(child.stdout!, "data"), ended])
    if (child.exitCode !== null) throw new Error(`The service did not start:\n${output}`)
  }
  const ask = async (what: string) => {
    const [answer] = await Promise.race([
      (child.send(what), once(child, "message")),
      ended.then(() => Promise.reject(new Error("the service ended")))
    ])
    return answer
  }
  const stop = async () => {
    if (child.exitCode === null) child.kill("SIGTERM")
    await ended
    rmSync(directory, { recursive: true, force: true })
  }
  return { child, smtpPort, ask, stop, output: () => output }
}

const firstId = (body: any): string | undefined => (Array.isArray(body) ? body[0] : body?.data?.[0])?.id

/** Forms that would end the fuzzer's session or key; they are sent without their CSRF token. */
const ending = /sign-out|\/password$|\/settings\/(keys|apps|members)|workspace$/u

/** Starts the service on its demo workspace, signs in, and collects the forms of every page. */
export const make = async (): Promise<Site> => {
  const { ask, child, output, smtpPort, stop } = await start()
  try {
    const url = /is ready at (\S+)/u.exec(output())![1]!
    const token = /svc_live_\w+/u.exec(output())![0]
    const [, email, password] = /To sign in at [\s\S]*?\n\s*\n\s+(\S+@\S+)\s+(\S.*)\n/u.exec(output())!
    const api = async (method: string, path: string, body?: object) => {
      const answer = await fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      return (await answer.json()) as any
    }
    const me = await api("GET", "/v1/me")
    const boards = firstId(await api("GET", "/v1/boards"))!
    const deals = firstId(await api("GET", "/v1/deals"))!
    const webhooks = (
      await api("POST", "/v1/webhooks", { url: "https://hooks.example/x", events: ["deal.created"] })
    ).id
    const deliveries = (await api("POST", `/v1/webhooks/${webhooks}/test`)).id
    const notes = (await api("POST", `/v1/deals/${deals}/notes`, { contentText: "Note" })).id
    const ids = {
      boards,
      intake: boards,
      deals,
      leads: firstId(await api("GET", "/v1/leads"))!,
      stages: firstId(await api("GET", `/v1/boards/${boards}/stages`))!,
      templates: firstId(await api("GET", "/v1/templates"))!,
      webhooks,
      deliveries,
      notes,
      users: me.user?.id,
      uploads: (await api("POST", "/v1/image-uploads")).uploadUrl.split("/").at(-1)
    }
    const shown = await store(api, boards)
    const browser = new FormBrowser(url)
    await browser.signIn(email!, password!.trim())
    const fill = (path: string) =>
      path.replaceAll(/\/(\w+)\/:\w+/gu, (_, name: string) => `/${name}/${(ids as Ids)[name] ?? "x"}`)
    const forms: Array<Form> = []
    const look = async () => {
      for (const { method, path } of pageRoutes.filter(({ method }) => method === "GET")) {
        if (method === "GET" && !path.startsWith("/assets"))
          forms.push(...(await browser.open(fill(path))).forms)
      }
    }
    await look()
    const intake = `/settings/intake/${boards}`
    for (const form of (await browser.open(intake)).forms.filter(({ action }) => action.endsWith("/open"))) {
      await browser.send(form.action, {
        body: new URLSearchParams(
          Object.fromEntries(form.inputs.map(({ name, value }) => [name, value]))
        ).toString()
      })
    }
    const page = (await browser.open(intake)).text
    return {
      url,
      smtpPort,
      token,
      browser,
      ids,
      forms: [...new Map(forms.map((form) => [form.action, form])).values()].filter(
        ({ action }) => !ending.test(action)
      ),
      shown,
      contact: /\/f\/[0-9a-zA-Z_-]+/u.exec(page)?.[0] ?? "/f/none",
      mailToken: /\/intake\/email\/([0-9a-zA-Z_-]+)/u.exec(page)?.[1] ?? "none",
      block: async () => (await ask("block")).block,
      memory: () => ask("memory"),
      log: output,
      exited: () => child.exitCode !== null || child.signalCode !== null,
      stop
    }
  } catch (error) {
    await stop()
    throw error
  }
}
