/** Facts about a lead as a list of names and values, with links. */
import * as PlainText from "../../shared/PlainText.ts"
import { href, html, mailto, type Html, type Part } from "../../surfaces/web/Html.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"

type Value = string | null | undefined

export interface Fact {
  readonly name: Part
  readonly value: Part
}

export const entry = (name: Part, value: Part): Html =>
  html`<dt>${name}</dt>
    <dd>${value}</dd>`

/** A name and its value; false without a value. */
export const fact = (name: Part, value: Value, shown: (value: string) => Part = (text) => text): Part =>
  value !== undefined && value !== null && value.trim() !== "" && entry(name, shown(value))

/** A list of facts; undefined if all are empty. */
export const list = (...facts: ReadonlyArray<Part>): Html | undefined =>
  facts.every((one) => one === false) ? undefined : html`<dl class="facts">${facts}</dl>`

const link = (address: string, text: string): Html => {
  const safe = href(address)
  return safe === "#" ? html`${text}` : html`<a href="${safe}" rel="noopener noreferrer nofollow">${text}</a>`
}

export const email = (address: string): Html => link(mailto(address), address)

export const phone = (number: string): Html => link(`tel:${number.replaceAll(/[^\d+*#,;]/gu, "")}`, number)

/** A link to a website. The scheme may be missing, but otherwise must be http or https. */
export const site = (address: string): Html => {
  const text = address.trim()
  const isBare = /^[^\s/:@?#]+\.[^\s/:@?#]+(?:[/?#]\S*)?$/u.test(text)
  return isBare || /^https?:/iu.test(text)
    ? link(isBare ? `https://${text}` : text, address)
    : html`${address}`
}

const maxLength = 20_000

/** Text as typed, with its line breaks, truncated to a readable length. */
export const verbatim = (text: string): Html => {
  const shown = PlainText.cut(text, maxLength)
  return html`<p class="verbatim">${shown}</p>
    ${shown !== text && html`<p class="hint">${say.leads.moreText}</p>`}`
}
