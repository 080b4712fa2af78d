/** Recognizes domains of public mail hosts, which don't show where a person works. */
import { createRequire } from "node:module"
import { lazy } from "../../shared/Memo.ts"
import own from "./mailHosts.json" with { type: "json" }

/** Lists on npm of mail providers, free mail hosts, and hosts of disposable addresses. */
const packages = [
  "email-providers/all.json",
  "company-email-validator/free_email_provider_domains.js",
  "disposable-email-domains-js/dist/dict/disposable_email_blocklist.json"
]

/** Reserved for documentation (RFC 2606); the lists contain them. */
const reserved = ["example.com", "example.net", "example.org"]

const words = (text: string): ReadonlyArray<string> => text.split(" ")

/** Domains on the lists that nevertheless belong to companies. */
const companies: ReadonlySet<string> = new Set([...words(own.companies), ...reserved])

/** Providers that own their name under nearly every top-level domain, and don't host company addresses there. */
const families =
  /^(?:aol|gmx|googlemail|hotmail|outlook|posteo|protonmail|rocketmail|windowslive|yahoo|yandex|ymail)\.(?:[a-z]{2}|(?:com?|ne)\.[a-z]{2}|com|net|org|info|biz)$/u

/** Microsoft owns this name in some countries only. */
const live =
  /^live\.(?:at|be|ca|cl|cn|com|de|dk|fi|fr|hk|ie|in|it|jp|nl|no|ru|se|co\.(?:il|jp|kr|th|uk|za)|com\.(?:ar|au|mx|my|ph|pt|sg))$/u

/** Domains of universities and public offices count as workplaces, even if they are on a list. */
const institutions = /\.(?:edu|gov|mil|ac\.[a-z]{2}|(?:edu|gov|gob|gouv)\.[a-z]{2})$/u

/** Hosts that give each customer or region a subdomain. */
const publicBelow = words(own.publicBelow).map((host) => `.${host}`)

/** Loaded on first use, because it takes 1.4 MB and most processes need it rarely. */
const knownHosts = lazy((): ReadonlySet<string> => {
  const load = createRequire(import.meta.url)
  const theirs = packages.flatMap((name) => [...(load(name) as Iterable<string>)])
  return new Set([...theirs, ...Object.values(own.public).flatMap(words)])
})

export const isPublic = (domain: string): boolean => {
  if (families.test(domain) || live.test(domain)) return true
  if (companies.has(domain) || institutions.test(domain)) return false
  return knownHosts().has(domain) || publicBelow.some((ending) => domain.endsWith(ending))
}
