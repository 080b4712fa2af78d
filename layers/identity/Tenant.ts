import { Context } from "effect"
import type { WorkspaceId } from "../../schema/Id.ts"

/** The workspace a call acts in. Every repository method requires it, so no query can forget it. */
export class Tenant extends Context.Service<Tenant, { readonly workspaceId: WorkspaceId }>()(
  "pipeline/layers/Tenant"
) {}
