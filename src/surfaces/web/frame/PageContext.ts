/** Who is at which page of a workspace, and what the page shows in its frame. */
import type { Actor } from "../../../../layers/identity/Actor.ts"
import type { Membership } from "../../../../layers/identity/people/Membership.ts"
import type * as Assets from "../Assets.ts"
import type { Html, Part } from "../Html.ts"
import type * as BrowserSession from "../BrowserSession.ts"

export type SignedIn = BrowserSession.BrowserSession & {
  readonly session: NonNullable<BrowserSession.BrowserSession["session"]>
}

/** Someone at a page of a workspace. */
export interface PageContext {
  readonly visit: SignedIn
  readonly actor: Actor["Service"]
  readonly memberships: ReadonlyArray<Membership>
  /** The address asked for; its host means nothing. */
  readonly url: URL
  /** What the path holds. */
  readonly param: (name: string) => string
  /** Told apart from every other showing of a page. */
  readonly showing: string
  /** The time in the workspace. */
  readonly now: string
}

/** What a page shows inside the frame they all have. */
export interface Content {
  readonly title: Part
  readonly body: Html
  readonly section?: "Board" | "Deals" | "Leads" | "Reports" | "Approvals" | "Settings"
  readonly styles?: ReadonlyArray<Assets.Name>
  readonly scripts?: ReadonlyArray<Assets.Name>
  /** Where it goes on to by itself, such as work that is under way. */
  readonly onward?: string
  /** Uses the whole width of the window. */
  readonly full?: boolean
  /** Left out: 200. */
  readonly status?: number
}
