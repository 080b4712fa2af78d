/** English: the source of all other languages. */
import { account } from "./en/account.ts"
import { activity } from "./en/activity.ts"
import { approvals } from "./en/approvals.ts"
import { audit } from "./en/audit.ts"
import { boards } from "./en/boards.ts"
import { calendar } from "./en/calendar.ts"
import { consent } from "./en/consent.ts"
import { contact } from "./en/contact.ts"
import { entrance } from "./en/entrance.ts"
import { deals } from "./en/deals.ts"
import { deletedDeals } from "./en/deletedDeals.ts"
import { failures } from "./en/failures.ts"
import { find } from "./en/find.ts"
import { findings } from "./en/findings.ts"
import { forms } from "./en/forms.ts"
import { frame } from "./en/frame.ts"
import { imports } from "./en/imports.ts"
import { inbox } from "./en/inbox.ts"
import { intake } from "./en/intake.ts"
import { keys } from "./en/keys.ts"
import { leads } from "./en/leads.ts"
import { members } from "./en/members.ts"
import { panel } from "./en/panel.ts"
import { parts } from "./en/parts.ts"
import { proof } from "./en/proof.ts"
import { rehearsals } from "./en/rehearsals.ts"
import { reports } from "./en/reports.ts"
import { rules } from "./en/rules.ts"
import { scripts } from "./en/scripts.ts"
import { settings } from "./en/settings.ts"
import { setup } from "./en/setup.ts"
import { signIn } from "./en/signIn.ts"
import { start } from "./en/start.ts"
import { templates } from "./en/templates.ts"
import { toast } from "./en/toast.ts"
import { usage } from "./en/usage.ts"
import { views } from "./en/views.ts"
import { webhooks } from "./en/webhooks.ts"

export const en = {
  account,
  activity,
  approvals,
  audit,
  boards,
  calendar,
  consent,
  contact,
  entrance,
  deals,
  deletedDeals,
  failures,
  find,
  findings,
  forms,
  frame,
  imports,
  inbox,
  intake,
  keys,
  leads,
  members,
  panel,
  parts,
  proof,
  rehearsals,
  reports,
  rules,
  scripts,
  settings,
  setup,
  signIn,
  start,
  templates,
  toast,
  usage,
  views,
  webhooks
}
