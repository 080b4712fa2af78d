/** German: formal (“Sie”), buttons in the infinitive. */
import { account } from "./de/account.ts"
import { activity } from "./de/activity.ts"
import { approvals } from "./de/approvals.ts"
import { audit } from "./de/audit.ts"
import { boards } from "./de/boards.ts"
import { calendar } from "./de/calendar.ts"
import { consent } from "./de/consent.ts"
import { contact } from "./de/contact.ts"
import { entrance } from "./de/entrance.ts"
import { deals } from "./de/deals.ts"
import { deletedDeals } from "./de/deletedDeals.ts"
import { failures } from "./de/failures.ts"
import { find } from "./de/find.ts"
import { findings } from "./de/findings.ts"
import { forms } from "./de/forms.ts"
import { frame } from "./de/frame.ts"
import { imports } from "./de/imports.ts"
import { inbox } from "./de/inbox.ts"
import { intake } from "./de/intake.ts"
import { keys } from "./de/keys.ts"
import { leads } from "./de/leads.ts"
import { members } from "./de/members.ts"
import { panel } from "./de/panel.ts"
import { parts } from "./de/parts.ts"
import { proof } from "./de/proof.ts"
import { rehearsals } from "./de/rehearsals.ts"
import { reports } from "./de/reports.ts"
import { rules } from "./de/rules.ts"
import { scripts } from "./de/scripts.ts"
import { settings } from "./de/settings.ts"
import { setup } from "./de/setup.ts"
import { signIn } from "./de/signIn.ts"
import { start } from "./de/start.ts"
import { templates } from "./de/templates.ts"
import { toast } from "./de/toast.ts"
import { usage } from "./de/usage.ts"
import { views } from "./de/views.ts"
import { webhooks } from "./de/webhooks.ts"

export const de = {
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
