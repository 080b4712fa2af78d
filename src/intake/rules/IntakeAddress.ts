/** The addresses for forms and mail, derived from an intake token. */

/** The address of the contact page, which also accepts a website's own form. */
export const form = (base: string, token: string): string => `${base}/f/${token}`

/** The address that accepts raw messages by HTTP. */
export const email = (base: string, token: string): string => `${base}/intake/email/${token}`

/** The mail domain of this host. An IP address is put in brackets (RFC 5321, section 4.1.3). */
const domain = (hostname: string): string => {
  if (hostname.startsWith("[")) return `[IPv6:${hostname.slice(1, -1)}]`
  return /^\d+(\.\d+){3}$/u.test(hostname) ? `[${hostname}]` : hostname
}

/** The address that accepts mail by SMTP, once mail for the service's host is routed to it. */
export const mailbox = (base: string, token: string): string => `${token}@${domain(new URL(base).hostname)}`
