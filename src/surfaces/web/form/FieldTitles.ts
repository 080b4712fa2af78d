/** Translates the titles that schemas give their fields. */
import { languages } from "../i18n/Words.ts"
import { Message, type Part } from "../Html.ts"

export const of = (title: string): Part =>
  new Message(({ language }) => languages[language].titles[title] ?? title)
