import { ApiKey, ApiKeyList, NewApiKey } from "../../../schema/ApiKey.ts"
import { Deleted } from "../../../schema/Deal.ts"
import { Forbidden, NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { KeyId } from "../../../schema/Id.ts"
import { EndWebhooks } from "../../../schema/Webhook.ts"
import * as Operation from "../Operation.ts"

export const list = Operation.make("keys.list", {
  title: "List API keys",
  description: "Lists the API keys of the workspace that are not revoked, newest first.",
  kind: "read",
  input: {},
  success: ApiKeyList,
  faults: []
})

export const create = Operation.make("keys.create", {
  title: "Create an API key",
  description: "Makes a key that may do what its maker's role allows; its token is in this answer alone.",
  kind: "write",
  input: { name: Field.like(ApiKey.fields.name, Field.name(80)) },
  success: NewApiKey,
  faults: [Forbidden]
})

export const revoke = Operation.make("keys.revoke", {
  title: "Revoke an API key",
  description:
    "Ends a key for good. People revoke their own keys, admins everybody's. With endWebhooks, which admins may send, the subscriptions made with it end too; else they go on, marked.",
  kind: "delete",
  input: { id: KeyId, endWebhooks: EndWebhooks },
  success: Deleted,
  faults: [Forbidden, NotFound]
})

export const operations = [list, create, revoke] as const
