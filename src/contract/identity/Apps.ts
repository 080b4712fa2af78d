import { AppList, GrantId } from "../../../schema/App.ts"
import { Deleted } from "../../../schema/Deal.ts"
import { Forbidden, NotFound } from "../../../schema/Fault.ts"
import { EndWebhooks } from "../../../schema/Webhook.ts"
import * as Operation from "../Operation.ts"

export const list = Operation.make("apps.list", {
  title: "List connected apps",
  description: "Lists the apps that people connected to the workspace by OAuth, newest first.",
  kind: "read",
  input: {},
  success: AppList,
  faults: []
})

export const revoke = Operation.make("apps.revoke", {
  title: "Disconnect an app",
  description:
    "Ends what an app was granted; its tokens are refused. People disconnect their own apps, admins all. With endWebhooks, which admins may send, the subscriptions it made end too; else they go on, marked.",
  kind: "delete",
  input: { grantId: GrantId, endWebhooks: EndWebhooks },
  success: Deleted,
  faults: [Forbidden, NotFound]
})

export const operations = [list, revoke] as const
