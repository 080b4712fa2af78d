/** Decides whether a program wrote an email. Bounces don't become leads, and other automatic mail becomes a suspect lead. */
import type { Doubt } from "../../../schema/LeadBackground.ts"
import { isOfService, sendsOnly } from "./FormServices.ts"
import type { Mail } from "./Mail.ts"
import * as MailSender from "./MailSender.ts"

/** The reason why a message doesn't become a lead. */
export type Reason = "bounce"

/** Bounces have an empty return path (RFC 5321, section 4.5.5), but so does some mail that programs send on behalf of people. */
const hasNoSender = ({ headers, returnPath }: Mail): boolean =>
  returnPath === "" || headers.get("return-path")?.replaceAll(/\s/gu, "") === "<>"

const contentType = ({ headers }: Mail): string => headers.get("content-type") ?? ""

const isReport = (mail: Mail): boolean => /^\s*multipart\/report\b/iu.test(contentType(mail))

/** Reports about a domain's mail: DMARC (RFC 7489), TLS (RFC 8460), abuse (RFC 5965). They don't concern a message of this service. */
const isDomainReport = (mail: Mail): boolean =>
  (isReport(mail) && /report-type\s*=\s*"?(?:tlsrpt|feedback-report|dmarc)\b/iu.test(contentType(mail))) ||
  mail.headers.has("tls-report-domain") ||
  /^\s*(?:\[[^\]]{0,100}\]\s*)?(?:report[ _-]domain:.*submitter:|dmarc (?:aggregate|forensic|failure) report)/iu.test(
    mail.subject
  )

const isBounce = (mail: Mail): boolean =>
  mail.headers.has("x-failed-recipients") ||
  (isReport(mail) && !isDomainReport(mail)) ||
  /^mailer-daemon(@|$)/iu.test(mail.from.address) ||
  (hasNoSender(mail) && /^postmaster(@|$)/iu.test(mail.from.address))

const precedence = ({ headers }: Mail): string => headers.get("precedence")?.trim().toLowerCase() ?? ""

/** Recognizes reports about undelivered messages; undefined if the message may be an enquiry. */
export const automatic = (mail: Mail): Reason | undefined => (isBounce(mail) ? "bounce" : undefined)

/** Matches subjects of automatic replies: only these words, or these before the original subject. */
const away =
  /^\s*(?:(?:re|aw|antw)\s*:\s*)?(?:automatic reply|auto(?:matic)?[- ]?(?:reply|response|responder)|out[- ]of[- ](?:the[- ])?office(?:[- ]auto[- ]?reply|[- ](?:reply|response|message|notification))?|automatische (?:antwort|abwesenheits(?:notiz|nachricht|meldung|benachrichtigung))|abwesenheit(?:s(?:notiz|nachricht|assistent|meldung|benachrichtigung|info))?|abwesend|nicht im büro|auto[- ]?antwort|réponse automatique|absence du bureau|respuesta automática|fuera de la oficina|risposta automatica|fuori ufficio|automatisch antwoord|afwezig|resposta automática|autosvar|automatiskt svar|automatyczna odpowiedź)(?:[\s.!…]*$|\s*[:：–—]|\s*-+\s|\s+(?:(?:re|aw|antw)\s*:|(?:until|till|from|bis|vom|ab)\b))/iu

/** X-Auto-Response-Suppress isn't checked, because it only asks receivers not to reply automatically. */
const answersByItself = (mail: Mail): boolean =>
  hasNoSender(mail) ||
  MailSender.submitted(mail) === "auto-replied" ||
  mail.headers.has("x-autoreply") ||
  mail.headers.has("x-autorespond") ||
  mail.headers.has("x-autoresponder") ||
  /^auto[-_]reply$/u.test(precedence(mail)) ||
  (MailSender.submitted(mail) !== "no" && mail.headers.has("in-reply-to")) ||
  away.test(mail.subject)

/** Whether it is a discussion list, to which members write. Such mail has unsubscribe headers too. */
const isDiscussion = ({ headers }: Mail): boolean => {
  const post = headers.get("list-post")
  if (post !== undefined) return !/^\s*no\b/iu.test(post)
  return headers.has("mailing-list") || headers.has("x-beenthere")
}

/** Whether a website's form sent the message for somebody at another host. */
const isForSomebody = ({ from, replyTo }: Mail): boolean =>
  isOfService(from.address) &&
  replyTo.some(
    ({ address }) => address !== "" && MailSender.hostOf(address) !== MailSender.hostOf(from.address)
  )

const isNewsletter = (mail: Mail): boolean => {
  const { headers } = mail
  if (isDiscussion(mail) || isForSomebody(mail)) return false
  const isEasyToLeave = headers.has("list-unsubscribe") || headers.has("list-unsubscribe-post")
  if (precedence(mail) === "list") return headers.has("list-unsubscribe-post")
  return isEasyToLeave || (headers.has("list-id") && headers.has("feedback-id"))
}

const address = /[^\s<>()[\]"'`,;:|\\@]{1,64}@[^\s<>()[\]"'`,;:|\\@]{1,253}/gu

/** Whether it comes from a no-reply address and has no Reply-To at another host. Messages of forms have one. */
const needsNoAnswer = (mail: Mail): boolean => {
  const { from, replyTo } = mail
  if (!sendsOnly(from.address)) return false
  if (replyTo.some((one) => one.address !== "" && !sendsOnly(one.address))) return false
  const host = MailSender.hostOf(from.address)
  const isElsewhere = (one: string) => {
    const other = MailSender.hostOf(one)
    return other !== host && !other.endsWith(`.${host}`) && !host.endsWith(`.${other}`)
  }
  return !Array.from(mail.text.slice(0, 50_000).matchAll(address)).some(([one]) => isElsewhere(one))
}

/** The doubt about the lead. Some doubts make it suspect, which keeps it out of the inbox (LeadRecord). */
export const doubt = (mail: Mail): Doubt | undefined => {
  if (answersByItself(mail)) return "auto_reply"
  if (/^(?:bulk|junk)$/u.test(precedence(mail))) return "bulk"
  if (isDomainReport(mail) || isNewsletter(mail) || needsNoAnswer(mail)) return "bulk"
  if (precedence(mail) === "list" || isDiscussion(mail)) return "list"
  return MailSender.submitted(mail) === "no" ? undefined : "machine"
}
