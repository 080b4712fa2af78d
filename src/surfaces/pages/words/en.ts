/** English: the source of all other languages. */
import { account } from "./en/account.ts"
import { boards } from "./en/boards.ts"
import { contact } from "./en/contact.ts"
import { failures } from "./en/failures.ts"
import { forms } from "./en/forms.ts"
import { frame } from "./en/frame.ts"
import { panel } from "./en/panel.ts"
import { parts } from "./en/parts.ts"
import { scripts } from "./en/scripts.ts"
import { signIn } from "./en/signIn.ts"
import { webhooks } from "./en/webhooks.ts"
import { intake } from "./en/intake.ts"
import { activity } from "./en/activity.ts"
import { audit } from "./en/audit.ts"

export const en = {
  audit,
  activity,
  intake,
  webhooks,
  account,
  boards,
  contact,
  failures,
  forms,
  frame,
  panel,
  parts,
  scripts,
  signIn
}
