/** Makes text from strangers storable: it is never refused; what cannot be stored is removed. */

/** Without U+0000, which PostgreSQL cannot store; half surrogate pairs become U+FFFD, line ends `\n`. */
export const clean = (text: string): string =>
  text.replaceAll("\u0000", "").replaceAll(/\r\n?/gu, "\n").toWellFormed()

/** At most `max` characters, counted as Unicode code points. */
export const cut = (text: string, max: number): string => {
  if (text.length <= max) return text
  const near = Array.from(text.slice(0, max * 2))
  return near.length <= max && text.length <= max * 2 ? text : near.slice(0, max).join("")
}

/** The same, with `…` at the end if something was cut. */
export const shortened = (text: string, max: number): string => {
  const kept = cut(text, max)
  return kept === text ? text : `${kept}…`
}

/** On one line. */
export const line = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim()

/** Joiners belong to emoji and to many scripts, but not between Latin letters. */
const hidden = /(?<![^\p{sc=Latin}\d\s\p{P}])[\u200C\u200D]|(?![\u200C\u200D])\p{Cf}/gu

/** On one line, with what can't be seen, or turns the direction of what follows, told by its number. */
export const seen = (text: string): string =>
  line(text).replaceAll(
    hidden,
    (sign) => `[U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}]`
  )

/** `line` and `seen` read at most this many times the length that they can show. */
const lookahead = 8

/** `seen`, shortened: what is left out of a long text costs nothing. */
export const excerpt = (text: string, max: number): string => {
  const start = cut(text, max * lookahead)
  const shown = shortened(seen(start), max)
  return start === text || shown.endsWith("…") ? shown : `${shown}…`
}
