/** Whether a domain belongs to a public mail host, whose addresses do not show where a person works. */
import { createRequire } from "node:module"
import { lazy } from "../../values/Memo.ts"
import own from "./mailHosts.json" with { type: "json" }

/** Lists maintained by others on npm: mail providers, free mail hosts, and hosts of throwaway addresses. */
const packages = [
  "email-providers/all.json",
  "company-email-validator/free_email_provider_domains.js",
  "disposable-email-domains-js/dist/dict/disposable_email_blocklist.json"
]

/** Reserved for documentation (RFC 2606); the lists contain them. */
const reserved = ["example.com", "example.net", "example.org"]

const words = (text: string): ReadonlyArray<string> => text.split(" ")

/** On the lists, but people who write from these domains work there. */
const companies: ReadonlySet<string> = new Set([...words(own.companies), ...reserved])

/** Providers that own their name under nearly every top-level domain and sell no company addresses under it. */
const families =
  /^(?:aol|gmx|googlemail|hotmail|outlook|posteo|protonmail|rocketmail|windowslive|yahoo|yandex|ymail)\.(?:[a-z]{2}|(?:com?|ne)\.[a-z]{2}|com|net|org|info|biz)$/u

/** Microsoft owns this name in some countries only. */
const live =
  /^live\.(?:at|be|ca|cl|cn|com|de|dk|fi|fr|hk|ie|in|it|jp|nl|no|ru|se|co\.(?:il|jp|kr|th|uk|za)|com\.(?:ar|au|mx|my|ph|pt|sg))$/u

/** People work at universities and public offices, whichever list these are on. */
const institutions = /\.(?:edu|gov|mil|ac\.[a-z]{2}|(?:edu|gov|gob|gouv)\.[a-z]{2})$/u

/** Hosts that give each customer or region a subdomain. */
const publicBelow = words(own.publicBelow).map((host) => `.${host}`)

/** Loaded on first use, not at start: 1.4 MB that most processes need rarely. */
const listed = lazy((): ReadonlySet<string> => {
  const load = createRequire(import.meta.url)
  const theirs = packages.flatMap((name) => [...(load(name) as Iterable<string>)])
  return new Set([...theirs, ...Object.values(own.public).flatMap(words)])
})

export const isPublic = (domain: string): boolean => {
  if (families.test(domain) || live.test(domain)) return true
  if (companies.has(domain) || institutions.test(domain)) return false
  return listed().has(domain) || publicBelow.some((ending) => domain.endsWith(ending))
}
