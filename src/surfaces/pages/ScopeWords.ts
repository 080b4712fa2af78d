/** What an app may do, in words for the people who let it; reading apart from changing. */
import type { Scope } from "../../../schema/Scope.ts"

export const words: Readonly<Record<Scope, string>> = {
  "deals:read": "See deals, with their notes and activity, boards and email templates",
  "leads:read": "See leads, and what was found out about them",
  "pipeline:read": "See reports and pipeline totals",
  "deals:write": "Create and change deals, move them between stages, write notes",
  "leads:write": "Create, triage, enrich and promote leads"
}

export const isRead = (scope: Scope): boolean => scope.endsWith(":read")
