/** The service under test: its own process and database, with the ids, forms and credentials that a caller has. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type Form, FormBrowser } from "../../support/pages/FormBrowser.ts"
import { routes as pageRoutes } from "../../../src/surfaces/Pages.ts"
import { flags } from "../../../scripts/flags.ts"
import { send } from "../rig/Http.ts"
import { freePort, Service, unlimited } from "../rig/Service.ts"
import { until } from "../rig/Wait.ts"
import { store } from "./Stored.ts"

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

const start = async () => {
  const directory = mkdtempSync(join(tmpdir(), "pipeline-fuzz-"))
  const smtpPort = await freePort()
  const environment = {
    DATABASE_URL: process.env["FUZZ_DATABASE_URL"] ?? "",
    DATA_DIR: directory,
    SMTP_PORT: String(smtpPort),
    PROMOTION_ENABLED: "true",
    ...unlimited
  }
  const probe = fileURLToPath(new URL("./probe.ts", import.meta.url))
  const service = await Service.start(environment, {
    flags: [...flags, "--expose-gc", "--import", probe],
    hasChannel: true
  })
  const stop = async () => {
    await service.end()
    rmSync(directory, { recursive: true, force: true })
  }
  // What is printed about the demo workspace may come after it is ready.
  await until(30, () => service.said.includes("API reference") || undefined)
  return { service, smtpPort, stop }
}

const firstId = (body: any): string | undefined => (Array.isArray(body) ? body[0] : body?.data?.[0])?.id

/** Forms that would end the fuzzer's session or key; they are sent without their CSRF token. */
const ending = /sign-out|\/password$|\/settings\/(keys|apps|members)|workspace$/u

/** Starts the service on its demo workspace, signs in, and collects the forms of every page. */
export const make = async (): Promise<Site> => {
  const { service, smtpPort, stop } = await start()
  try {
    const { said, url } = service
    const token = /svc_live_\w+/u.exec(said)![0]
    const [, email, password] = /To sign in at [\s\S]*?\n\s*\n\s+(\S+@\S+)\s+(\S.*)\n/u.exec(said)!
    const api = async (method: string, path: string, body?: object) =>
      JSON.parse((await send(undefined, { method, url: url + path, token, ...(body && { body }) })).text)
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
      block: async () => (await service.ask("block")).block,
      memory: () => service.ask("memory"),
      log: () => service.said,
      exited: () => service.isOver,
      stop
    }
  } catch (error) {
    await stop()
    throw error
  }
}
