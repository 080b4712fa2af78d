/** The names of operations on pages. */
import * as Api from "../../contract/Api.ts"
import * as AuditText from "../rules/AuditText.ts"
import { Message, type Part } from "../../surfaces/web/Html.ts"
import { languages } from "../../surfaces/web/i18n/Words.ts"

const titles = new Map<string, string>(
  [...Api.operations, ...Api.onPages].map(({ id, title }) => [id, title])
)

const english = (operation: string): string => titles.get(operation) ?? AuditText.auditContext(operation)

/** The translation of a title in the contract. */
export const called = (title: string): Part =>
  new Message(({ language }) => languages[language].operations[title] ?? title)

/** For example `Move a deal`. */
export const of = (operation: string): Part => called(english(operation))
