/** The settings of a reader that a page needs for rendering. */
import type { Language } from "./Language.ts"
import type { Locale } from "./Locale.ts"

export interface Reader {
  readonly language: Language
  readonly locale: Locale
  /** The saved IANA name; undefined if page.js uses the browser's zone. */
  readonly zone: string | undefined
  /** Used where no zone is saved and scripts don't run: the workspace's, or else UTC. */
  readonly fallbackZone: string
}
