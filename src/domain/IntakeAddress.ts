/** Where forms and mail are sent to: the addresses that an intake token stands in. */

/** The contact page, which takes a website's own form too. */
export const form = (base: string, token: string): string => `${base}/f/${token}`

/** Takes raw messages by HTTP. */
export const email = (base: string, token: string): string => `${base}/intake/email/${token}`

/** Takes mail by SMTP, once the mail of the service's host is routed to it. */
export const mailbox = (base: string, token: string): string => `${token}@${new URL(base).hostname}`
