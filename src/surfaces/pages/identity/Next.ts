/** Where to go after signing in: only ever a path of ours. */

const here = "http://here.invalid"

/** The path as it is safe to redirect to; undefined for anything that would lead elsewhere. */
export const local = (text: string | null | undefined): string | undefined => {
  if (text === null || text === undefined || !/^\/(?![/\\])/u.test(text) || /[\p{Cc}\\]/u.test(text)) {
    return undefined
  }
  const url = URL.parse(text, here)
  // `/..//host` becomes `//host`, which a browser takes for another site.
  return url?.origin === here && !url.pathname.startsWith("//") ? `${url.pathname}${url.search}` : undefined
}

/** Characters of a path that is come back to: it travels in a header, and clients refuse large ones. */
const longest = 2_000

/** The sign-in page that comes back to a path. */
export const signIn = (path: string): string =>
  path.length > longest ? "/sign-in" : `/sign-in?next=${encodeURIComponent(path)}`
