/** Where to go after signing in: only ever a path of ours. */

const here = "http://here.invalid"

/** The path as it is safe to redirect to; undefined for anything that would lead elsewhere. */
export const local = (text: string | null | undefined): string | undefined => {
  if (text === null || text === undefined || !/^\/(?![/\\])/u.test(text) || /[\p{Cc}\\]/u.test(text)) {
    return undefined
  }
  const url = URL.parse(text, here)
  return url?.origin === here ? `${url.pathname}${url.search}` : undefined
}

/** The sign-in page that comes back to a path. */
export const signIn = (path: string): string => `/sign-in?next=${encodeURIComponent(path)}`
