/**
 * What an app may do, in words for the people who let it; reading apart from changing. They tell what a scope opens
 * on every surface: an app may use the API as well as the tools, and some of it has no tool.
 */
import type { Scope } from "../../../../schema/Scope.ts"

export const words: Readonly<Record<Scope, string>> = {
  "deals:read":
    "See deals with their notes and activity, boards, email templates, and webhooks with what they sent",
  "leads:read": "See leads, and what was found out about them",
  "pipeline:read": "See reports and pipeline totals",
  "deals:write":
    "Create, change, move and delete deals, notes and email templates; if you are an admin, boards and webhooks too",
  "leads:write": "Create, triage, enrich and promote leads"
}

export const isRead = (scope: Scope): boolean => scope.endsWith(":read")
