/** Colours of code on pages of the documentation: comments, strings, numbers and words of the language. */
import { escape } from "../pages/platform/Html.ts"

const words = {
  ts: "as async await break case catch class const continue else export extends false finally for from function if implements import in interface let new null of return satisfies switch throw true try type typeof undefined while yield",
  py: "and as async await break class continue def elif else except False finally for from if import in is lambda None not or pass raise return True try while with yield",
  sh: "case do done elif else esac export fi for function if in then until while",
  json: "true false null"
} as const

const strings = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`
const number = String.raw`\b\d[\d_]*(?:\.\d+)?\b`

const pattern = (comment: string, text: string, language: keyof typeof words) =>
  new RegExp(`(${comment})|(${text})|(${number})|\\b(${words[language].split(" ").join("|")})\\b`, "gmu")

const ts = pattern(String.raw`\/\/.*|\/\*[\s\S]*?\*\/`, `${strings}|\`(?:\\\\.|[^\`\\\\])*\``, "ts")
const py = pattern("#.*", `"""[\\s\\S]*?"""|${strings}`, "py")
const sh = pattern(String.raw`(?<=^|\s)#.*`, String.raw`"(?:\\.|[^"\\])*"|'[^']*'`, "sh")
const json = pattern(String.raw`(?!)`, strings, "json")

const patterns: Readonly<Record<string, RegExp>> = {
  ...{ ts, typescript: ts, js: ts, javascript: ts },
  ...{ py, python: py },
  ...{ sh, bash: sh, shell: sh, yaml: sh, yml: sh, ini: sh, toml: sh, nginx: sh, http: sh },
  json
}

const kinds = ["comment", "string", "number", "word"] as const

/** Code as HTML; what is not a known language is left plain. */
export const code = (text: string, language: string): string => {
  const found = patterns[language]
  if (found === undefined || text.length > 20_000) return escape(text)
  let html = ""
  let at = 0
  for (const match of text.matchAll(found)) {
    const kind = kinds[match.slice(1).findIndex((group) => group !== undefined)]
    html += `${escape(text.slice(at, match.index))}<span class="c-${kind}">${escape(match[0])}</span>`
    at = match.index + match[0].length
  }
  return html + escape(text.slice(at))
}
