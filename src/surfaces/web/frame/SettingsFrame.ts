/** The navigation that all settings pages share. */
import { Effect } from "effect"
import { say } from "../i18n/Words.ts"
import { html, type Html } from "../Html.ts"
import * as PageResponse from "../PageResponse.ts"
import type { Content } from "./PageContext.ts"

/** Tabs grouped by subject, in the order of the navigation. */
const groups = {
  workspace: {
    Workspace: "/settings/workspace",
    Members: "/settings/members",
    Usage: "/settings/usage",
    "Audit log": "/settings/audit",
    Rehearsals: "/settings/rehearsals"
  },
  selling: {
    Boards: "/settings/boards",
    Templates: "/settings/templates",
    Intake: "/settings/intake",
    Import: "/import"
  },
  connections: {
    "API keys": "/settings/keys",
    "Connected apps": "/settings/apps",
    Webhooks: "/settings/webhooks"
  }
} as const

export const tabs = { ...groups.workspace, ...groups.selling, ...groups.connections }

export type Tab = keyof typeof tabs

const link = (name: Tab, current: Tab): Html =>
  html`<a href="${tabs[name]}" ${name === current && html`aria-current="page"`}>${say.frame.tab[name]}</a>`

/** A settings page with the navigation beside it. */
export const content = (tab: Tab, { body, ...content }: Omit<Content, "section">): Content => ({
  ...content,
  section: "Settings",
  styles: ["tabs.css", "settings.css", ...(content.styles ?? [])],
  body: html`<div class="sided">
    <nav class="tabs" aria-label="${say.frame.section.Settings}">
      ${Object.entries(groups).map(
        ([group, own]) =>
          html`<p>${say.settings.group[group as keyof typeof groups]}</p>
            ${(Object.keys(own) as ReadonlyArray<Tab>).map((name) => link(name, tab))}`
      )}
    </nav>
    <div class="side">${body}</div>
  </div>`
})

export const routes = [
  PageResponse.route("GET", "/settings", Effect.succeed(PageResponse.goTo(tabs.Workspace)))
]
