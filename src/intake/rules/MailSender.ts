/** Finds the person who wrote an email among the addresses in its headers. */
import { isOfService, sendsOnly } from "./FormServices.ts"
import type { Mail, Mailbox } from "./Mail.ts"

export const hostOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1).toLowerCase()

/** The value of Auto-Submitted (RFC 3834); `no` if the header is missing. */
export const submitted = ({ headers }: Mail): string =>
  /^[a-z-]+/u.exec(headers.get("auto-submitted")?.trim().toLowerCase() ?? "")?.[0] ?? "no"

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The maximum length read of a header field, because strangers choose its content. */
const maxLength = 1_000

const field = ({ headers }: Mail, name: string): string => (headers.get(name) ?? "").slice(0, maxLength)

const isFromList = ({ headers }: Mail): boolean =>
  ["list-id", "list-post", "mailing-list", "x-beenthere"].some((name) => headers.has(name))

/** The address of a mailing list, from its headers. */
const listAddresses = (mail: Mail): ReadonlyArray<string> => {
  const post = /<?mailto:([^>?\s]{1,320})/iu.exec(field(mail, "list-post"))?.[1]
  const id = /<([^<>\s]{1,320})>/u.exec(field(mail, "list-id"))?.[1]
  const named = /^\s*(?:list\s+)?([^\s;<>]{1,320}@[^\s;<>]{1,253})/iu
  const others = ["mailing-list", "x-beenthere", "x-mailing-list"].map(
    (name) => named.exec(field(mail, name))?.[1]
  )
  const to = isFromList(mail) ? (field(mail, "to").match(/[^\s<>,;"]{1,64}@[^\s<>,;"]{1,253}/gu) ?? []) : []
  return [post, id?.replace(".", "@"), ...others, ...to].filter((one) => one !== undefined)
}

const isList = (mail: Mail, { address }: Mailbox): boolean =>
  listAddresses(mail).some((list) => isSame(list, address))

/** Matches `'Ann Lee' via Sales`, the name in From when a group replaces it with its own address. */
const via = /^(.*?)\s(?:via|über|par|vía)\s\S.*$/iu

const unquoted = (name: string): string =>
  name
    .trim()
    .replace(/^(["'‘’“”])(.*)["'‘’“”]$/u, "$2")
    .trim()

const withoutVia = (mailbox: Mailbox): Mailbox => {
  const name = via.exec(unquoted(mailbox.name))?.[1] ?? mailbox.name
  return { ...mailbox, name: unquoted(name) }
}

const isVia = ({ name }: Mailbox): boolean => via.test(unquoted(name))

const isFilledIn = ({ address }: Mailbox): boolean => address !== ""

/** The author that a list has moved to Cc, recognized by the name in From. */
const authorInCc = ({ cc, from }: Mail): ReadonlyArray<Mailbox> => {
  const author = withoutVia(from).name
  return cc.filter(({ address, name }) =>
    [unquoted(name), address, address.slice(0, address.indexOf("@"))].some(
      (one) => one !== "" && isSame(one, author)
    )
  )
}

/** The Reply-To address, ignoring lists and no-reply addresses. */
const replyToPerson = (mail: Mail): Mailbox | undefined =>
  mail.replyTo.find((one) => isFilledIn(one) && !isList(mail, one) && !sendsOnly(one.address))

/** The author of a message to a list or group that replaced From with its own address. */
const rewritten = (mail: Mail): Mailbox | undefined => {
  const { from, original, replyTo } = mail
  const isRewritten =
    isList(mail, from) || isVia(from) || (original !== undefined && mail.headers.has("list-id"))
  if (!isRewritten) return undefined
  const people = [original, ...replyTo, ...authorInCc(mail)].filter(
    (one) => one !== undefined && isFilledIn(one) && !isList(mail, one) && !isSame(one.address, from.address)
  )
  const person = people.find((one) => one !== undefined && !sendsOnly(one.address)) ?? people[0]
  if (person === undefined) return undefined
  return person.name.trim() === "" || isSame(person.name, person.address)
    ? { ...person, name: withoutVia(from).name }
    : withoutVia(person)
}

/** The person to reply to: Reply-To if a site, form service or mailing list sent the message for someone, or else From. */
export const of = (mail: Mail): Mailbox => {
  const { from, headers } = mail
  const writer = rewritten(mail)
  if (writer !== undefined) return writer
  const sender = headers.has("list-id") || isVia(from) ? withoutVia(from) : from
  const replyTo = replyToPerson(mail)
  if (replyTo === undefined) return sender
  const isSentFor = isOfService(from.address) || headers.has("list-id") || submitted(mail) !== "no"
  return isSentFor ? replyTo : sender
}
