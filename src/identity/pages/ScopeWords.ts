/**
 * Describes scopes for the consent page. The descriptions cover all surfaces, because an app may use the API besides the tools, and some
 * operations have no tool.
 */
import type { Scope } from "../../../schema/Scope.ts"
import * as Faults from "../../surfaces/web/Faults.ts"
import type { Part } from "../../surfaces/web/Html.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"

export const words: Readonly<Record<Scope, Part>> = {
  "deals:read": say.consent.scopes.deals.read,
  "leads:read": say.consent.scopes.leads.read,
  "pipeline:read": say.consent.scopes.pipeline.read,
  "deals:write": say.consent.scopes.deals.write,
  "leads:write": say.consent.scopes.leads.write
}

/** The English descriptions, for the API reference. */
export const english = Object.fromEntries(
  Object.entries(words).map(([scope, part]) => [scope, Faults.english(part)])
)

export const isRead = (scope: Scope): boolean => scope.endsWith(":read")
