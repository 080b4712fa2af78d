/** The page to return to after signing in: always a path on this site. */

const here = "http://here.invalid"

/** A path that is safe to redirect to; undefined for anything that leads to another site. */
export const local = (text: string | null | undefined): string | undefined => {
  if (text === null || text === undefined || !/^\/(?![/\\])/u.test(text) || /[\p{Cc}\\]/u.test(text)) {
    return undefined
  }
  const url = URL.parse(text, here)
  // `/..//host` becomes `//host`, which browsers take for another site.
  return url?.origin === here && !url.pathname.startsWith("//") ? `${url.pathname}${url.search}` : undefined
}

/** The most characters of such a path: it is sent in a header, and clients refuse large headers. */
const longest = 2_000

/** The sign-in page that returns to a path. */
export const signIn = (path: string): string =>
  path.length > longest ? "/sign-in" : `/sign-in?next=${encodeURIComponent(path)}`
