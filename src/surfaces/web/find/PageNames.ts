/** The pages that the search finds by name. */
import { type Part, plain } from "../Html.ts"
import * as SettingsFrame from "../frame/SettingsFrame.ts"
import type { PageContext } from "../frame/PageContext.ts"
import * as WorkspacePage from "../frame/WorkspacePage.ts"
import { sections } from "../frame/WorkspaceFrame.ts"
import { say } from "../i18n/Words.ts"
import * as Ranking from "./Ranking.ts"

interface Place {
  readonly name: Part
  readonly href: string
  /** Synonyms that it is also found by. */
  readonly also?: Part
  /** The page or section that it belongs to. */
  readonly within?: Part
}

const all = (context: PageContext, boardId: string | undefined): ReadonlyArray<Place> => [
  ...(boardId !== undefined && WorkspacePage.may(context, "deals:write")
    ? [{ name: say.find.newDeal, href: `/boards/${boardId}/new` }]
    : []),
  ...Object.entries(sections)
    .filter(([name]) => name !== "Approvals" || context.actor.role === "admin")
    .map(([name, href]) => ({ name: say.frame.section[name as keyof typeof sections], href })),
  ...Object.entries(SettingsFrame.tabs).map(([name, href]) => ({
    name: say.frame.tab[name as SettingsFrame.Tab],
    href,
    also: say.find.also[name as SettingsFrame.Tab],
    within: say.frame.section.Settings
  })),
  { name: say.account.title, href: "/account", also: say.account.reading }
]

/** All pages if the search is empty. */
export const found = (context: PageContext, words: ReadonlyArray<string>, boardId: string | undefined) => {
  const text = (part: Part) => plain(part, context.visit.reader)
  const places = all(context, boardId).filter(
    ({ also, name, within }) =>
      words.length === 0 || Ranking.holds(words, text(name), text(also), text(within))
  )
  return Ranking.ranked(words, places, { name: ({ name }) => text(name) })
}
