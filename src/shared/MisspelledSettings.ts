/** Finds environment variables that look like misspelt settings, because the real setting would silently keep its default. */
import { distance } from "./Nearest.ts"

/** First words that variables of other programs have too. */
const common = new Set(["DATABASE", "LOG", "OTEL", "REQUEST", "SMTP"])

/** Kubernetes sets these for every service, for example SALES_PIPELINE_SERVICE_HOST and REDIS_PORT_6379_TCP. */
const ofKubernetes = /_SERVICE_(HOST|PORT)|_PORT(_\d+_(TCP|UDP).*)?$/u

/** The maximum number of edits. In a short name, one changed letter makes another word. */
const respellings = (name: string) => (name.length < 6 ? 0 : name.length < 10 ? 1 : 2)

const firstOf = (name: string) => name.slice(0, name.indexOf("_") + 1)

/** The first words, with `_`, that several settings share and other programs hardly use. */
const familiesOf = (settings: ReadonlyArray<string>) =>
  [...Map.groupBy(settings, firstOf)]
    .filter(([first, { length }]) => first !== "" && length > 1 && !common.has(first.slice(0, -1)))
    .map(([first]) => first)

const meantBy = (name: string, settings: ReadonlyArray<string>) => {
  const file = name.replace(/_FILE$/u, "")
  if (settings.includes(file)) return file
  const most = respellings(name)
  const near = settings
    .filter((setting) => Math.abs(setting.length - name.length) <= most)
    .map((setting) => ({ setting, edits: distance(name.toUpperCase(), setting) }))
    .filter(({ edits }) => edits <= most)
  return near.sort((a, b) => a.edits - b.edits)[0]?.setting
}

/** One line for each of `names` that is similar to one of `settings`, or has the same first word. Never contains a value. */
export const complaints = (
  names: ReadonlyArray<string>,
  settings: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const families = familiesOf(settings)
  return names
    .filter((name) => !settings.includes(name) && !ofKubernetes.test(name) && !name.startsWith("PG"))
    .flatMap((name) => {
      const meant = meantBy(name, settings)
      if (meant !== undefined) return [`${name} is not a setting. Did you mean ${meant}?`]
      return families.some((family) => name.startsWith(family))
        ? [`${name} is not a setting. docs/settings.md lists them all.`]
        : []
    })
}
