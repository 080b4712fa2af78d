/** The invitation email, in the inviter's language because the recipient's isn't known yet. */
import type { EmailText } from "../../shared/EmailText.ts"

interface Invitation {
  readonly workspace: string
  readonly inviter: string
  readonly href: string
  readonly days: number
}

type Words = (invited: Invitation) => EmailText

const english: Words = ({ days, href, inviter, workspace }) => ({
  subject: `Join ${workspace}`,
  paragraphs: [
    `${inviter} invites you to the workspace ${workspace} of the sales pipeline.`,
    { href },
    `The link is good once, for ${days} days. If you don't know who this is, ignore this mail.`
  ]
})

const german: Words = ({ days, href, inviter, workspace }) => ({
  language: "de",
  subject: `Einladung zu ${workspace}`,
  paragraphs: [
    `${inviter} lädt Sie in den Arbeitsbereich ${workspace} der Vertriebspipeline ein.`,
    { href },
    `Der Link gilt einmal, ${days} Tage lang. Wenn Sie nicht wissen, wer das ist, ignorieren Sie diese Mail.`
  ]
})

/** Other languages get English. */
const languages: Readonly<Record<string, Words>> = { de: german }

export const of = (language: string, invited: Invitation): EmailText =>
  (languages[language] ?? english)(invited)
