/**
 * What each scope allows, in words for the people who consent. The words cover every surface: an app may use the API as
 * well as the tools, and some operations have no tool.
 */
import type { Scope } from "../../../../schema/Scope.ts"

export const words: Readonly<Record<Scope, string>> = {
  "deals:read":
    "See deals with their notes and activity, boards, email templates, and webhooks with what they sent",
  "leads:read": "See leads, and what was found out about them",
  "pipeline:read":
    "See reports and pipeline totals; if you are an admin, the audit log and the rules of keys and apps too",
  "deals:write":
    "Create, import, change, move, delete and restore deals, notes and email templates; if you are an admin, boards and webhooks too",
  "leads:write": "Create, import, triage, enrich, promote and delete leads"
}

export const isRead = (scope: Scope): boolean => scope.endsWith(":read")
