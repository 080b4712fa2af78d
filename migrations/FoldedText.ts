/** Texts as searches compare them, at the time of migration 0079. The service has its own copy (layers/records/Search.ts). */

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/u.test(text)

const fold = (text: string): string =>
  text.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ").replaceAll("i\u0307", "i")

const letters: Readonly<Record<string, string>> = {
  æ: "ae",
  ð: "d",
  đ: "d",
  ħ: "h",
  ł: "l",
  ø: "o",
  œ: "oe",
  þ: "th",
  ŧ: "t"
}

const apostrophes = /[`´‘’‛′ʹʻʼʽʾʿˈˊˋ՚׳＇ꞌ]/gu
const dashes = /[\p{Pd}\u2043\u2212]/gu
const invisible = /\p{Default_Ignorable_Code_Point}/gu
const marks = /[\u0300-\u036f\u0640]|(?=[\u0590-\u06ff])\p{Mn}/gu

/** Removes case, accents and invisible characters, and unifies punctuation. */
export const plain = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase().replaceAll("`", "'")
    : fold(
        fold(text)
          .replaceAll(invisible, "")
          .replaceAll(apostrophes, "'")
          .replaceAll(dashes, "-")
          .replaceAll(/[^\0-\x7f]/gu, (char) => char.normalize("NFKD").replaceAll(marks, ""))
      ).replaceAll(/[æðđħłøœþŧ]/gu, (char) => letters[char]!)
