/** Parses a person's name as people and mail programs write it. Intake and greetings share these rules. */
export interface PersonName {
  readonly title?: string
  readonly firstName?: string
  readonly lastName?: string
  readonly companyName?: string
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "))

/** Titles before a name, without dots. */
const titles = setOf(
  "dr prof professor mr mrs ms miss mx herr herrn frau hr mme mlle monsieur madame senor senora señor señora sra srta signor signora"
)
/** Titles only if followed by a dot. Without one these are names or words. */
const dottedTitles = setOf("ing dipl mag fr sr sig dott rev hon univ pd lic")
/** Second parts of titles, as in `Dr. med.`, `Prof. h.c.` and `Dipl.-Ing.` */
const furtherTitles = setOf("med rer nat phil jur habil hc ing kfm inf wirt oec pol dent vet techn dr prof")

const degrees = setOf(
  "phd dphil drphil mba msc bsc meng beng llm llb esq cpa cfa pmp dds dvm edd acca frcs mrics obe mbe cbe"
)
/** Degrees that are also names, so they count only after a comma. */
const degreesAfterComma = setOf("ma ba md pe rn jd mag dr prof dipling ret bs ms")
const generations = setOf("jr sr ii iii iv jun sen")

/** Legal forms at the end of a company's name. Forms in capitals are case-sensitive. */
const forms = setOf(
  "inc incorporated llc ltd limited gmbh mbh corp corporation plc llp ohg gbr bv sarl srl aps pty kft sro ooo oyj"
)
const formsAsWritten = setOf("AG KG SE SA SAS NV AB AS UG SpA SPA OY Oy Co eK eV KK")

const roles =
  /\b(?:manager|director|ceo|cto|cfo|coo|sales|marketing|support|engineer|head|team|vertrieb|einkauf|leiter(?:in)?|geschäftsführer(?:in)?)\b/iu

/** Lower-case particles before a surname. No first name starts with them. */
const particles = setOf(
  "van von der den de di da du del della la le zu zur zum af av ter ten dos das bin ibn"
)

const bare = (word: string): string => word.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "").toLowerCase()

const isTitle = (word: string, isFirst: boolean): boolean => {
  const parts = word
    .split(/[.-]/u)
    .map(bare)
    .filter((part) => part !== "")
  const all = bare(word)
  if (titles.has(all) || (!isFirst && furtherTitles.has(all))) return true
  if (!word.includes(".")) return false
  const [head = "", ...rest] = parts
  const begins = titles.has(head) || dottedTitles.has(head) || (!isFirst && furtherTitles.has(head))
  return begins && rest.every((part) => furtherTitles.has(part))
}

const isDegree = (word: string): boolean => degrees.has(bare(word))

const isForm = (word: string): boolean => {
  const letters = word.replaceAll(/[^\p{L}]/gu, "")
  return forms.has(letters.toLowerCase()) || formsAsWritten.has(letters)
}

const wordsOf = (text: string): ReadonlyArray<string> => text.split(/\s+/u).filter((word) => word !== "")

const isCompany = (text: string): boolean => {
  const words = wordsOf(text)
  return words.length > 1 && isForm(words.at(-1)!)
}

/** Removes quotes around the name, and text in brackets unless there is nothing else. */
const tidied = (name: string): string => {
  const unquoted = name
    .trim()
    .replace(/^(["'“”‘’„‚«»`])(.*)["'“”‘’«»`]$/u, "$2")
    .trim()
  const outside = unquoted
    .replaceAll(/(?<=^|\s)(?:\([^()]*\)|\[[^[\]]*\])/gu, " ")
    .replaceAll(/\s+/gu, " ")
    .trim()
  return bare(outside) === "" ? unquoted : outside
}

const withoutBlanks = (parts: PersonName): PersonName =>
  Object.fromEntries(Object.entries(parts).filter(([, text]) => text !== "" && text !== undefined))

const splitTitles = (words: ReadonlyArray<string>) => {
  const end = words.findIndex((word, index) => !isTitle(word, index === 0))
  const at = end < 0 ? words.length : end
  return { title: words.slice(0, at).join(" "), rest: words.slice(at) }
}

const withoutDegrees = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words.slice(0, words.findLastIndex((word, index) => index === 0 || !isDegree(word)) + 1)

const beginsWithParticle = ([first = "", second = ""]: ReadonlyArray<string>): boolean =>
  particles.has(first) || (particles.has(bare(first)) && particles.has(bare(second)))

/** Parses `Mia Chen`, `Dr. Mia Chen PhD`, `Mr. Chen` and `van der Berg`. */
const inOrder = (text: string): PersonName => {
  const { rest, title } = splitTitles(wordsOf(text))
  const words = withoutDegrees(rest)
  const isLastOnly = beginsWithParticle(words) || (title !== "" && words.length === 1)
  if (isLastOnly) return { title, lastName: words.join(" ") }
  return { title, firstName: words[0] ?? "", lastName: words.slice(1).join(" ") }
}

/** Parses `Chen, Mia` and `Chen, Dr. Mia`. */
const reversed = (last: string, first: string): PersonName => {
  const [before, after] = [splitTitles(wordsOf(last)), splitTitles(wordsOf(first))]
  const title = [before.title, after.title].filter((part) => part !== "").join(" ")
  return { title, firstName: withoutDegrees(after.rest).join(" "), lastName: before.rest.join(" ") }
}

const isSuffix = (part: string): boolean =>
  wordsOf(part).every((word) => isDegree(word) || degreesAfterComma.has(bare(word)))

export const read = (name: string): PersonName => {
  const [first = "", ...others] = tidied(name)
    .split(/\s*[,，、;]\s*/u)
    .filter((part) => part !== "")
  if (others.length > 0 && others.every((part) => isForm(part))) {
    const companyName = [first, ...others].join(", ")
    const [last = ""] = wordsOf(first).slice(-1)
    return withoutBlanks({ companyName: isForm(last) ? tidied(name) : companyName })
  }
  // In `Ann Lee, Acme, Inc.` the company is the part before the legal form.
  const at = others.findIndex((part, index) => isCompany(part) || isForm(others[index + 1] ?? ""))
  const companyName = at < 0 ? "" : others.slice(at).join(", ")
  const personal = (at < 0 ? others : others.slice(0, at)).filter((part) => !isSuffix(part))
  const generation = personal.filter((part) => generations.has(bare(part))).join(" ")
  const given = personal.filter((part) => !generations.has(bare(part)))
  if (given.length === 0 && isCompany(first) && companyName === "")
    return withoutBlanks({ companyName: first })
  const hasRole = given.length > 0 && wordsOf(first).length > 1 && roles.test(given.join(" "))
  const person = given.length === 0 || hasRole ? inOrder(first) : reversed(first, given.join(" "))
  const lastName = [person.lastName ?? "", generation].filter((part) => part !== "").join(" ")
  return withoutBlanks({ ...person, lastName, companyName })
}

/** Capitalizes `ANN` normally. Names in mixed case are unchanged. */
const uncapped = (text: string): string =>
  text.length > 2 && text === text.toUpperCase() && text !== text.toLowerCase()
    ? text.toLowerCase().replaceAll(/(?<![\p{L}\p{M}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase())
    : text

/** Whether the word is an initial, or can't be a name. */
const isNoName = (word: string): boolean =>
  (/^(?:\p{Lu}\.?-?){1,3}$/u.test(word) && (word.includes(".") || word.length === 1)) ||
  !/\p{L}/u.test(word) ||
  word.includes("@")

/** For example `Mr. Smith`; null without a title or a last name. */
const formal = ({ lastName = "", title = "" }: PersonName): string | null =>
  title === "" || isNoName(lastName) ? null : wordsOf(`${title} ${lastName}`).map(uncapped).join(" ")

/** The name in a greeting: the first name, or the title and the last name; null if neither is known. */
export const greeting = (name: string | null): string | null => {
  const person = read(name ?? "")
  const [first = ""] = wordsOf(person.firstName ?? "")
  return isNoName(first) ? formal(person) : uncapped(first)
}

/** Like `greeting`, for a name in two fields. The whole first field is used (`Ann Marie`) if it is a first name. */
export const greetingOf = (first: string | null, last: string | null): string | null => {
  if (bare(first ?? "") === "") return formal(read(last ?? ""))
  const own = read(first ?? "")
  const isPlain = own.firstName !== undefined && own.title === undefined && own.companyName === undefined
  const isWhole = isPlain && !/[,，、;]/u.test(first ?? "") && !isNoName(own.firstName)
  if (isWhole && !beginsWithParticle(wordsOf(first ?? "")))
    return wordsOf(first ?? "")
      .map(uncapped)
      .join(" ")
  return greeting([first, last].map((part) => part?.trim() ?? "").join(" "))
}
