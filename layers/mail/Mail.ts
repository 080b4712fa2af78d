/**
 * Sends email in the background, so that no request waits for the mail server and response times don't reveal whether mail was sent. A
 * restart drops unsent mail; users request it again.
 */
import { Clock, Context, Data, Effect, FiberSet, Layer, Redacted, Schedule, Semaphore } from "effect"
import * as EmailText from "../../src/shared/EmailText.ts"
import { Outages } from "../runtime/Outages.ts"
import * as Loopback from "../../src/shared/network/Loopback.ts"
import { Settings } from "../settings/Settings.ts"

/** Limits of the mails that are queued or being sent, and of concurrent ones. */
const limits = { waiting: 200, atOnce: 4 }

/** Limit of mails to one address within a period in milliseconds, so that the service can't be used to flood a mailbox. */
const perAddress = { most: 5, within: 600_000 }

/** Timeouts in milliseconds, for an answer of the mail server and for a whole mail. */
const timeouts = { answer: 10_000, mail: 30_000 }

/** Retries after 5, 20 and 80 s if the server is unavailable. */
const retrySchedule = Schedule.exponential("5 seconds", 4)
const retries = 3

/** `reason` is a code, because the server's own message may contain the address. */
class NotSent extends Data.TaggedError("NotSent")<{ readonly reason: string; readonly isFinal: boolean }> {}

const failureOf = (error: unknown) => {
  const { code, responseCode } = error as { readonly code?: string; readonly responseCode?: number }
  const reason = [code, responseCode].filter((one) => one !== undefined).join(" ") || "unknown failure"
  // A permanent SMTP error (RFC 5321, 4.2.1), or credentials or a certificate that waiting won't fix.
  const isFinal = (responseCode ?? 0) >= 500 || code === "EAUTH"
  return new NotSent({ reason, isFinal })
}

type Library = typeof import("nodemailer")

/** Loaded with the first mail. */
const library = Effect.promise<Library>(() => import("nodemailer"))

/** Converts MAIL_URL to the library's options. TLS is required except on this machine. */
const optionsOf = (text: string) => {
  const url = new URL(text)
  const secure = url.protocol === "smtps:"
  const host = url.hostname.replaceAll(/[[\]]/gu, "")
  const isHere = Loopback.has(host)
  return {
    host,
    port: url.port === "" ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && !isHere,
    ignoreTLS: !secure && isHere,
    ...(url.username !== "" && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
    }),
    connectionTimeout: timeouts.answer,
    greetingTimeout: timeouts.answer,
    socketTimeout: timeouts.answer,
    dnsTimeout: timeouts.answer,
    disableFileAccess: true,
    disableUrlAccess: true
  }
}

export class Mail extends Context.Service<
  Mail,
  {
    /** Whether a mail server is configured. */
    readonly isOn: boolean
    /** Sends in the background. Failures are only logged. */
    readonly send: (to: string, letter: EmailText.EmailText) => Effect.Effect<void>
  }
>()("pipeline/layers/Mail") {
  static readonly layer = Layer.effect(
    Mail,
    Effect.gen(function* () {
      const { mail } = yield* Settings
      if (mail === undefined) return Mail.of({ isOn: false, send: () => Effect.void })
      const outages = yield* Outages
      const options = optionsOf(Redacted.value(mail.url))
      const fibers = yield* FiberSet.make<void>()
      yield* Effect.addFinalizer(() =>
        Effect.flatMap(FiberSet.size(fibers), (count) =>
          count === 0
            ? Effect.void
            : Effect.logWarning(`Stopped with ${count} mails unsent: people ask again`)
        )
      )
      const mailCounts = { since: 0, by: new Map<string, number>() }
      const turns = yield* Semaphore.make(limits.atOnce)

      const transmit = (to: string, letter: EmailText.EmailText, { createTransport }: Library) =>
        Effect.callback<void, NotSent>((resume) => {
          const transport = createTransport(options)
          const message = { from: mail.from, to: { name: "", address: to }, ...EmailText.write(letter) }
          transport.sendMail(message).then(
            () => resume(Effect.void),
            (error: unknown) => resume(Effect.fail(failureOf(error)))
          )
          return Effect.sync(() => transport.close())
        })

      const post = (to: string, letter: EmailText.EmailText) =>
        Effect.flatMap(library, (loaded) => transmit(to, letter, loaded)).pipe(
          Effect.timeoutOrElse({
            duration: timeouts.mail,
            orElse: () => Effect.fail(new NotSent({ reason: "timeout", isFinal: false }))
          }),
          turns.withPermits(1)
        )

      const failed = (reason: string) =>
        outages.note("Mail could not be sent", `${reason}. Check MAIL_URL, and the log of the mail server`)

      /** Whether the address has reached its limit. Counts this mail. */
      const hasEnough = Effect.fnUntraced(function* (to: string) {
        const at = yield* Clock.currentTimeMillis
        if (at - mailCounts.since > perAddress.within) {
          mailCounts.since = at
          mailCounts.by.clear()
        }
        const count = mailCounts.by.get(to) ?? 0
        mailCounts.by.set(to, count + 1)
        return count >= perAddress.most
      })

      const send = Effect.fn("Mail.send")(function* (to: string, letter: EmailText.EmailText) {
        if ((yield* FiberSet.size(fibers)) >= limits.waiting)
          return yield* failed("too many mails are waiting")
        if (yield* hasEnough(to))
          return yield* Effect.logWarning("Mail was not sent: its address just had many")
        const sent = post(to, letter).pipe(
          Effect.retry({ schedule: retrySchedule, times: retries, while: ({ isFinal }) => !isFinal }),
          Effect.catch(({ reason }) => failed(reason))
        )
        yield* FiberSet.run(fibers, sent)
      })

      return Mail.of({ isOn: true, send })
    })
  )
}
