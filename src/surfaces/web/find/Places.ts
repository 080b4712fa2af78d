/** The pages that can be gone to by what they are called. */
import { type Part, plain } from "../Html.ts"
import * as Settings from "../frame/Settings.ts"
import type { Here } from "../frame/Here.ts"
import * as Workplace from "../frame/Workplace.ts"
import { sections } from "../frame/WorkplaceFrame.ts"
import { say } from "../words/Words.ts"
import * as Ranked from "./Ranked.ts"

interface Place {
  readonly name: Part
  readonly href: string
  /** What else it is looked for by. */
  readonly also?: Part
  /** What it is a part of. */
  readonly within?: Part
}

const all = (here: Here, boardId: string | undefined): ReadonlyArray<Place> => [
  ...(boardId !== undefined && Workplace.may(here, "deals:write")
    ? [{ name: say.find.newDeal, href: `/boards/${boardId}/new` }]
    : []),
  ...Object.entries(sections)
    .filter(([name]) => name !== "Approvals" || here.actor.role === "admin")
    .map(([name, href]) => ({ name: say.frame.section[name as keyof typeof sections], href })),
  ...Object.entries(Settings.tabs).map(([name, href]) => ({
    name: say.frame.tab[name as Settings.Tab],
    href,
    also: say.find.also[name as Settings.Tab],
    within: say.frame.section.Settings
  })),
  { name: say.account.title, href: "/account", also: say.account.reading }
]

/** All of them where nothing is looked for. */
export const found = (here: Here, words: ReadonlyArray<string>, boardId: string | undefined) => {
  const text = (part: Part) => plain(part, here.visit.reader)
  const places = all(here, boardId).filter(
    ({ also, name, within }) =>
      words.length === 0 || Ranked.holds(words, text(name), text(also), text(within))
  )
  return Ranked.ranked(words, places, { name: ({ name }) => text(name) })
}
