/** The email with password reset links, in the language of the person who requested it. */
import type { EmailText } from "../../shared/EmailText.ts"

interface Link {
  /** The names of the account's workspaces. */
  readonly names: string
  readonly href: string
}

type Words = (links: ReadonlyArray<Link>) => EmailText

const english: Words = (links) => ({
  subject: "Choose a new password",
  paragraphs: [
    "Someone, probably you, asked for a new password at the sales pipeline.",
    ...links.flatMap(({ href, names }) => [
      names === "" ? "Your account:" : `Your account for ${names}:`,
      { href }
    ]),
    `${links.length === 1 ? "The link is" : "Each link is"} good once, within an hour. The new password ends your sessions and disconnects your apps.`,
    "If it wasn't you, there is nothing to do: the old password goes on working."
  ]
})

const german: Words = (links) => ({
  language: "de",
  subject: "Wählen Sie ein neues Passwort",
  paragraphs: [
    "Jemand, wahrscheinlich Sie, hat bei der Vertriebspipeline ein neues Passwort angefordert.",
    ...links.flatMap(({ href, names }) => [
      names === "" ? "Ihr Konto:" : `Ihr Konto für ${names}:`,
      { href }
    ]),
    `${links.length === 1 ? "Der Link gilt" : "Jeder Link gilt"} einmal, binnen einer Stunde. Das neue Passwort beendet Ihre Sitzungen und trennt Ihre Apps.`,
    "Waren Sie es nicht, müssen Sie nichts tun: Das alte Passwort gilt weiter."
  ]
})

/** Other languages get English. */
const languages: Readonly<Record<string, Words>> = { de: german }

export const of = (language: string, links: ReadonlyArray<Link>): EmailText =>
  (languages[language] ?? english)(links)
