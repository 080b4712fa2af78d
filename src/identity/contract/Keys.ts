import { ApiKey, ApiKeyList, KeyLimits, NewApiKey } from "../../../schema/ApiKey.ts"
import { Deleted } from "../../../schema/Deal.ts"
import { Forbidden, Invalid, NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { KeyId } from "../../../schema/Id.ts"
import { EndWebhooks } from "../../../schema/Webhook.ts"
import * as Operation from "../../contract/Operation.ts"
import { title } from "../../../schema/Title.ts"

export const list = Operation.make("keys.list", {
  title: "List API keys",
  description: "Lists the workspace's API keys that are not revoked, newest first.",
  kind: "read",
  input: {},
  success: ApiKeyList,
  faults: []
})

export const create = Operation.make("keys.create", {
  title: "Create an API key",
  description: "Creates a key with the rights of its creator's role; its token is in this answer only.",
  kind: "write",
  input: { name: Field.like(ApiKey.fields.name, title(80)), ...KeyLimits },
  success: NewApiKey,
  faults: [Forbidden, Invalid]
})

export const revoke = Operation.make("keys.revoke", {
  title: "Revoke an API key",
  description:
    "Revokes a key for good. People revoke their own keys, admins everybody's. With endWebhooks, for admins only, the subscriptions made with it are deleted too; otherwise they continue, marked.",
  kind: "delete",
  input: { id: KeyId, endWebhooks: EndWebhooks },
  success: Deleted,
  faults: [Forbidden, NotFound]
})

export const operations = [list, create, revoke] as const
