/** The texts of pages in German. */
import { account } from "./account.ts"
import { activity } from "./activity.ts"
import { approvals } from "./approvals.ts"
import { audit } from "./audit.ts"
import { boards } from "./boards.ts"
import { calendar } from "./calendar.ts"
import { consent } from "./consent.ts"
import { contact } from "./contact.ts"
import { entrance } from "./entrance.ts"
import { deals } from "./deals.ts"
import { deletedDeals } from "./deletedDeals.ts"
import { failures } from "./failures.ts"
import { find } from "./find.ts"
import { findings } from "./findings.ts"
import { forms } from "./forms.ts"
import { frame } from "./frame.ts"
import { imports } from "./imports.ts"
import { inbox } from "./inbox.ts"
import { intake } from "./intake.ts"
import { keys } from "./keys.ts"
import { leads } from "./leads.ts"
import { members } from "./members.ts"
import { panel } from "./panel.ts"
import { parts } from "./parts.ts"
import { proof } from "./proof.ts"
import { rehearsals } from "./rehearsals.ts"
import { reports } from "./reports.ts"
import { rules } from "./rules.ts"
import { scripts } from "./scripts.ts"
import { settings } from "./settings.ts"
import { setup } from "./setup.ts"
import { signIn } from "./signIn.ts"
import { start } from "./start.ts"
import { templates } from "./templates.ts"
import { toast } from "./toast.ts"
import { usage } from "./usage.ts"
import { views } from "./views.ts"
import { webhooks } from "./webhooks.ts"

export const words = {
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
