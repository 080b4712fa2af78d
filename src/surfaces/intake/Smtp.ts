/** Email by SMTP (RFC 5321), if SMTP_PORT is set: takes mail for boards' addresses and relays nothing. */
import { Cause, Effect, FiberSet, Layer } from "effect"
import type { SMTPServer, SMTPServerDataStream, SMTPServerOptions, SMTPServerSession } from "smtp-server"
import { BaseUrl } from "../../../layers/runtime/BaseUrl.ts"
import { EmailIntake, maxMessage } from "../../../layers/intake/EmailIntake.ts"
import { Outages } from "../../../layers/runtime/Outages.ts"
import { RateLimiter } from "../../../layers/rateLimits/RateLimiter.ts"
import { Settings } from "../../../layers/settings/Settings.ts"
import * as IpAddress from "../../shared/network/IpAddress.ts"
import { credentials, StartError } from "../http/server/Server.ts"

type Options = Required<Pick<SMTPServerOptions, "onMailFrom" | "onRcptTo" | "onData">>

/** A rejection in the library's form: the reply code, and a text with the fix. */
const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

const tooMany = refusal(451, "Too much mail from this address; try again in a minute")
const unknown = refusal(550, "No board accepts mail at this address")
const tooLarge = refusal(552, `The message is over ${maxMessage} bytes`)
const away = refusal(451, "The message could not be taken; try again later")

/** The token is the local part, up to a plus sign; the domain doesn't matter. */
const tokenOf = (address: string): string => address.slice(0, address.lastIndexOf("@")).split("+", 1)[0]!

const countAddress = Effect.fnUntraced(function* (session: SMTPServerSession) {
  const { rateLimitPerAddress } = yield* Settings
  const key = `address:smtp:${IpAddress.networkOf(session.remoteAddress)}`
  const { refused } = yield* (yield* RateLimiter).take([{ key, limit: rateLimitPerAddress }])
  if (refused !== undefined) return yield* Effect.fail(tooMany)
})

const welcome = Effect.fnUntraced(function* (address: string) {
  const isKnown = yield* Effect.mapError((yield* EmailIntake).knows(tokenOf(address)), () => away)
  if (!isKnown) return yield* Effect.fail(unknown)
})

/** Reads the message to its end, but stores only the part within the limit. */
const readAll = async (stream: SMTPServerDataStream): Promise<Uint8Array> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of stream) {
    if (stream.sizeExceeded) chunks.length = 0
    else chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

/** Replies for temporary failures, after which the sender retries. */
const replies: { readonly [tag in string]?: number } = { rate_limit_error: 452, api_error: 451 }

/** Creates a lead on each recipient's board. A retry after a partial failure creates no second lead. */
const deliver = Effect.fnUntraced(function* (stream: SMTPServerDataStream, session: SMTPServerSession) {
  const raw = yield* Effect.tryPromise({ try: () => readAll(stream), catch: () => away })
  if (stream.sizeExceeded) return yield* Effect.fail(tooLarge)
  const intake = yield* EmailIntake
  const { mailFrom, rcptTo } = session.envelope
  const letter = { raw, returnPath: mailFrom === false ? "" : mailFrom.address }
  yield* Effect.forEach(rcptTo, ({ address }) => intake.receive(tokenOf(address), letter), {
    discard: true
  }).pipe(Effect.mapError(({ _tag, message }) => refusal(replies[_tag] ?? 554, message)))
})

const failed = (defect: unknown) =>
  Outages.report("A message by SMTP could not be taken", Cause.die(defect)).pipe(
    Effect.andThen(Effect.fail(away))
  )

const handlers = Effect.gen(function* () {
  const run = yield* FiberSet.makeRuntimePromise<EmailIntake | RateLimiter | Settings>()
  const answer = (
    effect: Effect.Effect<void, Error, EmailIntake | RateLimiter | Settings>,
    callback: (error?: Error | null) => void
  ) => {
    const safe = Effect.catchDefect(effect, failed)
    run(safe).then(
      () => callback(),
      (error: unknown) => callback(error instanceof Error ? error : away)
    )
  }
  const options: Options = {
    onMailFrom: (_address, session, callback) => answer(countAddress(session), callback),
    onRcptTo: ({ address }, _session, callback) => answer(welcome(address), callback),
    onData: (stream, session, callback) => answer(deliver(stream, session), callback)
  }
  return options
})

const tls = Effect.gen(function* () {
  const { tlsCert, tlsKey } = yield* Settings
  if (tlsCert === undefined || tlsKey === undefined) return { disabledCommands: ["AUTH", "STARTTLS"] }
  return { ...(yield* credentials(tlsCert, tlsKey)), disabledCommands: ["AUTH"] }
})

const listen = (server: SMTPServer, port: number, host: string) =>
  Effect.callback<void, StartError>((resume) => {
    const onError = ({ message }: Error) =>
      resume(
        Effect.fail(
          new StartError({
            message: `Cannot take mail on ${host}:${port}: ${message}. Set SMTP_PORT to a free port, or leave it out`
          })
        )
      )
    server.once("error", onError)
    server.listen(port, host, () => {
      server.off("error", onError)
      // Broken connections are the client's problem, but without a listener they would end the process.
      server.on("error", () => undefined)
      resume(Effect.void)
    })
  })

/** The maximum number of connections in total. */
const maxClients = 100

const serve = Effect.fnUntraced(function* (port: number) {
  const { host } = yield* Settings
  const { SmtpListener } = yield* Effect.promise(() => import("./SmtpListener.ts"))
  const options: SMTPServerOptions = {
    ...(yield* handlers),
    ...(yield* tls),
    name: new URL(yield* BaseUrl).hostname,
    size: maxMessage,
    authOptional: true,
    disableReverseLookup: true,
    maxAllowedUnauthenticatedCommands: 1_000,
    maxClients,
    maxRecipients: 20,
    socketTimeout: 60_000,
    closeTimeout: 5_000
  }
  const server = yield* Effect.acquireRelease(
    Effect.sync(() => new SmtpListener(options)),
    (server) => Effect.callback<void>((resume) => server.close(() => resume(Effect.void)))
  )
  yield* listen(server, port, host)
  yield* Effect.logInfo(`Taking mail by SMTP on ${host}:${port}`)
})

export const layer = Layer.effectDiscard(
  Effect.flatMap(Settings, ({ smtpPort }) => (smtpPort === undefined ? Effect.void : serve(smtpPort)))
)
