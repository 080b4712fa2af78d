/** The addresses that forms and mail are sent to, made from an intake token. */

/** The contact page, which also accepts a website's own form. */
export const form = (base: string, token: string): string => `${base}/f/${token}`

/** Accepts raw messages by HTTP. */
export const email = (base: string, token: string): string => `${base}/intake/email/${token}`

/** The domain of a mail address on this host; an IP address goes in brackets (RFC 5321, section 4.1.3). */
const domain = (hostname: string): string => {
  if (hostname.startsWith("[")) return `[IPv6:${hostname.slice(1, -1)}]`
  return /^\d+(\.\d+){3}$/u.test(hostname) ? `[${hostname}]` : hostname
}

/** Accepts mail by SMTP, once mail for the service's host is routed to it. */
export const mailbox = (base: string, token: string): string => `${token}@${domain(new URL(base).hostname)}`
