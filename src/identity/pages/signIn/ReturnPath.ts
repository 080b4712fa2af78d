/** The page to return to after signing in, which is always a path on this site. */

/** The page after signing in, if no other was asked for: it leads to today's page, or to the board of a new workspace. */
export const home = "/"

const here = "http://here.invalid"

/** A path that is safe to redirect to; undefined if it leads to another site. */
export const local = (text: string | null | undefined): string | undefined => {
  if (text === null || text === undefined || !/^\/(?![/\\])/u.test(text) || /[\p{Cc}\\]/u.test(text)) {
    return undefined
  }
  const url = URL.parse(text, here)
  // `/..//host` becomes `//host`, which browsers resolve to another site.
  return url?.origin === here && !url.pathname.startsWith("//") ? `${url.pathname}${url.search}` : undefined
}

/** The maximum length of such a path, because clients refuse large headers. */
const maxLength = 2_000

/** The address of the sign-in page that returns to a path. */
export const signIn = (path: string): string =>
  path.length > maxLength ? "/sign-in" : `/sign-in?next=${encodeURIComponent(path)}`
