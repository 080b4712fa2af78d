/** What the settings pages share: the way from one to the other. */
import { Effect } from "effect"
import { say } from "../words/Words.ts"
import { html } from "./Html.ts"
import * as Page from "./Page.ts"
import type * as Workplace from "./Workplace.ts"

export const tabs = {
  "API keys": "/settings/keys",
  "Connected apps": "/settings/apps",
  Usage: "/settings/usage",
  Members: "/settings/members",
  Boards: "/settings/boards",
  Import: "/import",
  Intake: "/settings/intake",
  Webhooks: "/settings/webhooks",
  "Audit log": "/settings/audit",
  Rehearsals: "/settings/rehearsals"
} as const

export type Tab = keyof typeof tabs

/** A settings page, under its tab. */
export const content = (
  tab: Tab,
  { body, ...content }: Omit<Workplace.Content, "section">
): Workplace.Content => ({
  ...content,
  section: "Settings",
  styles: ["settings.css", ...(content.styles ?? [])],
  body: html`<nav class="tabs" aria-label="${say.frame.section.Settings}">
      ${Object.entries(tabs).map(
        ([name, path]) =>
          html`<a href="${path}" ${name === tab && html`aria-current="page"`}
            >${say.frame.tab[name as Tab]}</a
          >`
      )}
    </nav>
    ${body}`
})

export const routes = [Page.route("GET", "/settings", Effect.succeed(Page.goTo(tabs["API keys"])))]
