/** Whether a domain is a public mail host's, whose addresses say nothing about where a person works. */
import { createRequire } from "node:module"
import own from "./mailHosts.json" with { type: "json" }

/** Lists of others, each kept up on npm: providers, hosts of free addresses, and throwaway ones. */
const packages = [
  "email-providers/all.json",
  "company-email-validator/free_email_provider_domains.js",
  "disposable-email-domains-js/dist/dict/disposable_email_blocklist.json"
]

/** Reserved for documentation (RFC 2606), and on the lists for reasons of their own. */
const reserved = ["example.com", "example.net", "example.org"]

const words = (text: string): ReadonlyArray<string> => text.split(" ")

/** On the lists, but whoever writes from there works there. */
const companies: ReadonlySet<string> = new Set([...words(own.companies), ...reserved])

/** Providers that own their name in (nearly) every country, and sell no addresses under it to companies. */
const families =
  /^(?:aol|gmx|googlemail|hotmail|outlook|posteo|protonmail|rocketmail|windowslive|yahoo|yandex|ymail)\.(?:[a-z]{2}|(?:com?|ne)\.[a-z]{2}|com|net|org|info|biz)$/u

/** Microsoft has this name in some countries only. */
const live =
  /^live\.(?:at|be|ca|cl|cn|com|de|dk|fi|fr|hk|ie|in|it|jp|nl|no|ru|se|co\.(?:il|jp|kr|th|uk|za)|com\.(?:ar|au|mx|my|ph|pt|sg))$/u

/** Universities and public offices are places where people work, whichever list they stand on. */
const institutions = /\.(?:edu|gov|mil|ac\.[a-z]{2}|(?:edu|gov|gob|gouv)\.[a-z]{2})$/u

/** Hosts that give each customer, or each region, a name below their own. */
const publicBelow = words(own.publicBelow).map((host) => `.${host}`)

/** Read at the first question, not at the start: 1.4 MB, of which most services ask now and then. */
let listed: ReadonlySet<string> | undefined

const all = (): ReadonlySet<string> => {
  const load = createRequire(import.meta.url)
  const theirs = packages.flatMap((name) => [...(load(name) as Iterable<string>)])
  return new Set([...theirs, ...Object.values(own.public).flatMap(words)])
}

export const isPublic = (domain: string): boolean => {
  if (families.test(domain) || live.test(domain)) return true
  if (companies.has(domain) || institutions.test(domain)) return false
  listed ??= all()
  return listed.has(domain) || publicBelow.some((ending) => domain.endsWith(ending))
}
