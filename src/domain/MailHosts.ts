/** Whether a domain is a public mail host's, whose addresses say nothing about where a person works. */
import known from "email-providers/all.json" with { type: "json" }

/** Providers that the list lacks. */
const more = [
  "duck.com",
  "fastmail.com",
  "mozmail.com",
  "posteo.de",
  "simplelogin.com",
  "sohu.com",
  "startmail.com",
  "tuta.com",
  "tutamail.com",
  "tutanota.com",
  "ziggo.nl",
  "zohomail.com"
]

/** Reserved for documentation (RFC 2606), and on the list for reasons of its own. */
const reserved = new Set(["example.com", "example.net", "example.org"])

const hosts = new Set([...known, ...more].filter((host) => !reserved.has(host)))

export const isPublic = (domain: string): boolean => hosts.has(domain)
