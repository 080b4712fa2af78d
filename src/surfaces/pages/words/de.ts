/** German: formal (“Sie”), buttons in the infinitive. */
import { account } from "./de/account.ts"
import { boards } from "./de/boards.ts"
import { contact } from "./de/contact.ts"
import { failures } from "./de/failures.ts"
import { forms } from "./de/forms.ts"
import { frame } from "./de/frame.ts"
import { panel } from "./de/panel.ts"
import { parts } from "./de/parts.ts"
import { scripts } from "./de/scripts.ts"
import { signIn } from "./de/signIn.ts"
import { webhooks } from "./de/webhooks.ts"
import { intake } from "./de/intake.ts"
import { activity } from "./de/activity.ts"
import { audit } from "./de/audit.ts"

export const de = {
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
