/** The doctor's network checks: the public address, Redis, the bucket, the SMTP port. */
import { createClient } from "@redis/client"
import { Effect, Redacted } from "effect"
import { randomUUID } from "node:crypto"
import { connect } from "node:net"
import { S3mini } from "s3mini"
import type { Settings } from "../../../layers/settings/Settings.ts"
import { fail, type Finding, ok, warn } from "./Finding.ts"

type Config = Settings["Service"]

const attempt = <A>(run: (signal: AbortSignal) => Promise<A>) =>
  Effect.tryPromise({ try: run, catch: (error) => error })

const whyOf = (error: unknown) => {
  const { cause, code, message } = error as {
    cause?: { code?: string; message?: string }
    code?: string
    message?: string
  }
  return cause?.code ?? cause?.message ?? code ?? message ?? String(error)
}

/** The health of the service at an address; undefined if something else answers there. */
const healthAt = (base: string) =>
  attempt(async (signal) => {
    const response = await fetch(`${base}/healthz`, { redirect: "manual", signal })
    const text = (await response.text()).slice(0, 200)
    return response.headers.has("service-request-id") && text.includes('"ok"')
  })

/** The address where the service listens on this machine. */
export const own = ({ host, port, tlsCert }: Config) => {
  const reached =
    host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : host.includes(":") ? `[${host}]` : host
  return `${tlsCert === undefined ? "http" : "https"}://${reached}:${port}`
}

export const service = (settings: Config) => {
  const at = settings.baseUrl ?? own(settings)
  const name = settings.baseUrl === undefined ? at : `BASE_URL ${at}`
  const todo =
    settings.baseUrl === undefined
      ? "Start it, or set PORT and HOST as the service has them."
      : "Check that the name resolves, that the proxy forwards to the service, and that it runs."
  return healthAt(at).pipe(
    Effect.map((isOurs): ReadonlyArray<Finding> =>
      isOurs
        ? [ok("service", `answers at ${name}`)]
        : [fail("service", `something else answers at ${name}`, todo)]
    ),
    Effect.catch((error) =>
      Effect.succeed([
        settings.baseUrl === undefined
          ? warn("service", `does not answer at ${name} (${whyOf(error)})`, todo)
          : fail("service", `can't be reached at ${name} (${whyOf(error)})`, todo)
      ])
    )
  )
}

export const redis = ({ redisUrl }: Config) =>
  redisUrl === undefined
    ? Effect.succeed([])
    : attempt(async (signal): Promise<ReadonlyArray<Finding>> => {
        const socket = { connectTimeout: 3_000, reconnectStrategy: false } as const
        const client = createClient({ url: Redacted.value(redisUrl), socket })
        const end = () => client.isOpen && client.destroy()
        client.on("error", () => {})
        signal.addEventListener("abort", end)
        await client
          .connect()
          .then(() => client.ping())
          .finally(end)
        return [ok("redis", "answers")]
      })

export const bucket = ({ s3 }: Config) =>
  s3.endpoint === undefined ||
  s3.bucket === undefined ||
  s3.accessKeyId === undefined ||
  s3.secretAccessKey === undefined
    ? Effect.succeed([])
    : attempt(async (): Promise<ReadonlyArray<Finding>> => {
        const client = new S3mini({
          endpoint: `${s3.endpoint!.replace(/\/+$/u, "")}/${s3.bucket}`,
          region: s3.region ?? "us-east-1",
          accessKeyId: s3.accessKeyId!,
          secretAccessKey: Redacted.value(s3.secretAccessKey!),
          requestAbortTimeout: 5_000
        })
        const key = `doctor/${randomUUID()}`
        await client.putObject(key, Buffer.from("admin doctor"), "text/plain")
        const read = await client.getObjectArrayBuffer(key)
        await client.deleteObject(key)
        return read === null
          ? [fail("files", "the bucket lost what was just written", "Check S3_BUCKET and its policy.")]
          : [ok("files", `the bucket ${s3.bucket} can be written to and read`)]
      })

export const smtp = ({ host, smtpPort }: Config) =>
  smtpPort === undefined
    ? Effect.succeed([])
    : Effect.callback<ReadonlyArray<Finding>>((resume) => {
        const socket = connect({ host: host === "0.0.0.0" ? "127.0.0.1" : host, port: smtpPort })
        const end = (finding: Finding) => {
          socket.destroy()
          resume(Effect.succeed([finding]))
        }
        const todo = "Start the service, and let the port through the firewall."
        socket.on("data", (chunk) =>
          end(
            chunk.toString().startsWith("220")
              ? ok("smtp", `answers at port ${smtpPort}`)
              : fail("smtp", `something else answers at port ${smtpPort}`, "Set another SMTP_PORT.")
          )
        )
        socket.on("error", (error) =>
          end(warn("smtp", `port ${smtpPort} does not answer (${whyOf(error)})`, todo))
        )
        return Effect.sync(() => socket.destroy())
      })

/** The metrics of the running service, for a bug report; null if it doesn't answer. */
export const metrics = (settings: Config) =>
  attempt(async (signal) => {
    const response = await fetch(`${own(settings)}/metrics`, { signal })
    return response.ok && response.headers.has("service-request-id") ? await response.text() : null
  }).pipe(
    Effect.timeout("3 seconds"),
    Effect.orElseSucceed(() => null)
  )
