/** The context of a page in a workspace, and the content it puts into the frame. */
import type { Actor } from "../../../../layers/identity/Actor.ts"
import type { Membership } from "../../../../layers/identity/people/Membership.ts"
import type * as Assets from "../Assets.ts"
import type { Html, Part } from "../Html.ts"
import type * as BrowserSession from "../BrowserSession.ts"

export type SignedIn = BrowserSession.BrowserSession & {
  readonly session: NonNullable<BrowserSession.BrowserSession["session"]>
}

/** The request context of a page in a workspace. */
export interface PageContext {
  readonly visit: SignedIn
  readonly actor: Actor["Service"]
  readonly memberships: ReadonlyArray<Membership>
  /** The requested address. Its host is meaningless. */
  readonly url: URL
  /** A parameter of the path. */
  readonly param: (name: string) => string
  /** Unique for each time that a page is rendered. */
  readonly showing: string
  /** The current time as an ISO string; a rehearsal shifts it. */
  readonly now: string
}

/** The content of a page, without the frame that all pages have. */
export interface Content {
  readonly title: Part
  readonly body: Html
  readonly section?: "Today" | "Board" | "Deals" | "Leads" | "Reports" | "Forecast" | "Approvals" | "Settings"
  readonly styles?: ReadonlyArray<Assets.Name>
  readonly scripts?: ReadonlyArray<Assets.Name>
  /** An address that the page continues to by itself, for example while a job is running. */
  readonly continueTo?: string
  /** Whether the page uses the full width of the window. */
  readonly full?: boolean
  /** The default is 200. */
  readonly status?: number
}
