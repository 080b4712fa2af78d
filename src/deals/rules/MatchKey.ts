/** The keys by which email addresses and websites are matched: lower case, with ASCII hosts without `www.`. */

/** The longest DNS name (RFC 1035, section 2.3.4). */
const maxHostLength = 253

/** Matches host names that need no parsing: no IP address, and nothing that URLs encode. */
const isHost = /^(?!.*xn--)[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z][a-z-]*$/u

const parsed = (text: string) =>
  URL.parse(/^[a-z][a-z\d+.-]*:\/\//iu.test(text) ? text : `https://${text}`)?.hostname

const hostOf = (text: string): string | null => {
  const name = isHost.test(text) ? text : parsed(text)
  const host = name?.replace(/\.$/u, "").replace(/^www\./u, "") ?? ""
  return host.includes(".") && !host.startsWith(".") && host.length <= maxHostLength ? host : null
}

export const email = (address: string): string => address.trim().toLowerCase()

/** The domain of an email address; null if it has none. */
export const emailDomain = (address: string): string | null => {
  const at = address.lastIndexOf("@")
  return at < 0 ? null : hostOf(address.slice(at + 1).trim())
}

/** The host of a website, typed with or without a scheme; null if it is not a URL. */
export const websiteHost = (website: string): string | null => {
  const text = website.trim()
  return text === "" ? null : hostOf(text)
}
