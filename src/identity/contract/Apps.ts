import { AppList, GrantId } from "../../../schema/App.ts"
import { Deleted } from "../../../schema/Deal.ts"
import { Forbidden, NotFound } from "../../../schema/Fault.ts"
import { EndWebhooks } from "../../../schema/Webhook.ts"
import * as Operation from "../../contract/Operation.ts"

export const list = Operation.make("apps.list", {
  title: "List connected apps",
  description: "Lists the apps connected to the workspace by OAuth, newest first.",
  kind: "read",
  input: {},
  success: AppList,
  faults: []
})

export const revoke = Operation.make("apps.revoke", {
  title: "Disconnect an app",
  description:
    "Ends an app's access; its tokens are refused. People disconnect their own apps, admins everybody's. With endWebhooks, for admins only, the subscriptions it made are deleted too; otherwise they continue, marked.",
  kind: "delete",
  input: { grantId: GrantId, endWebhooks: EndWebhooks },
  success: Deleted,
  faults: [Forbidden, NotFound]
})

export const operations = [list, revoke] as const
