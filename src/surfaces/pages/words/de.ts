/** German: formal (“Sie”), buttons in the infinitive. */
import { account } from "./de/account.ts"
import { activity } from "./de/activity.ts"
import { approvals } from "./de/approvals.ts"
import { audit } from "./de/audit.ts"
import { boards } from "./de/boards.ts"
import { consent } from "./de/consent.ts"
import { contact } from "./de/contact.ts"
import { entrance } from "./de/entrance.ts"
import { deals } from "./de/deals.ts"
import { failures } from "./de/failures.ts"
import { find } from "./de/find.ts"
import { forms } from "./de/forms.ts"
import { frame } from "./de/frame.ts"
import { imports } from "./de/imports.ts"
import { intake } from "./de/intake.ts"
import { keys } from "./de/keys.ts"
import { members } from "./de/members.ts"
import { panel } from "./de/panel.ts"
import { parts } from "./de/parts.ts"
import { proof } from "./de/proof.ts"
import { rehearsals } from "./de/rehearsals.ts"
import { reports } from "./de/reports.ts"
import { rules } from "./de/rules.ts"
import { scripts } from "./de/scripts.ts"
import { settings } from "./de/settings.ts"
import { signIn } from "./de/signIn.ts"
import { start } from "./de/start.ts"
import { templates } from "./de/templates.ts"
import { toast } from "./de/toast.ts"
import { usage } from "./de/usage.ts"
import { webhooks } from "./de/webhooks.ts"

export const de = {
  account,
  activity,
  approvals,
  audit,
  boards,
  consent,
  contact,
  entrance,
  deals,
  failures,
  find,
  forms,
  frame,
  imports,
  intake,
  keys,
  members,
  panel,
  parts,
  proof,
  rehearsals,
  reports,
  rules,
  scripts,
  settings,
  signIn,
  start,
  templates,
  toast,
  usage,
  webhooks
}
