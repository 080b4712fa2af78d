/** Makes text from strangers storable. Unsupported characters are removed, and the text is never rejected. */

/** Removes U+0000, which PostgreSQL can't store, replaces lone surrogates with U+FFFD, and normalizes line ends to `\n`. */
export const clean = (text: string): string =>
  text.replaceAll("\u0000", "").replaceAll(/\r\n?/gu, "\n").toWellFormed()

/** Truncates to `max` characters, counted as Unicode code points. */
export const cut = (text: string, max: number): string => {
  if (text.length <= max) return text
  const near = Array.from(text.slice(0, max * 2))
  return near.length <= max && text.length <= max * 2 ? text : near.slice(0, max).join("")
}

/** Like `cut`, with `…` at the end if something was cut. */
export const shortened = (text: string, max: number): string => {
  const kept = cut(text, max)
  return kept === text ? text : `${kept}…`
}

/** Puts the text on one line. */
export const line = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim()

/** Joiners belong to emoji and to many scripts, but not between Latin letters. */
const hiddenCharacters = /(?<![^\p{sc=Latin}\d\s\p{P}])[\u200C\u200D]|(?![\u200C\u200D])\p{Cf}/gu

/** Puts the text on one line, and replaces invisible characters and those that change text direction with their code. */
export const visible = (text: string): string =>
  line(text).replaceAll(
    hiddenCharacters,
    (sign) => `[U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}]`
  )

/** `line` and `visible` process at most this many times the maximum length of the result. */
const lookahead = 8

/** Like `visible`, truncated. The rest of a long text isn't processed. */
export const excerpt = (text: string, max: number): string => {
  const start = cut(text, max * lookahead)
  const shown = shortened(visible(start), max)
  return start === text || shown.endsWith("…") ? shown : `${shown}…`
}
