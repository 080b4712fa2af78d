/** What builds of the service have in common: which packages they take in, and what the builder lacks. */
import type { Plugin } from "rolldown"

/** The packages that each start loads. All others stay where they are, and are loaded when they are needed. */
const inside = /^(?:effect|@effect\/[^/]+|zod|@modelcontextprotocol\/[^/]+)(?:\/|$)/u

/** Where the builder finds the code for a template that has `</script` in it. */
const template = "@oxc-project/runtime/helpers/taggedTemplateLiteral"

export const templates: Plugin = {
  name: "templates",
  resolveId: (id) => (id === template ? `\0${id}` : null),
  load: (id) =>
    id === `\0${template}`
      ? "export default (strings, raw = strings.slice()) => Object.freeze(Object.assign(strings, { raw: Object.freeze(raw) }))"
      : null
}

const http = /^(?:node:)?http$/u

/**
 * What imports `node:http` reads all it exports, of which `WebSocket` loads Node's own undici: 8 MiB and 20 ms for something
 * that nothing uses. Nor does anything use `ws`, which Effect's server has for upgrades (`shouldUpgradeCallback` in Server.ts).
 */
export const lean: Plugin = {
  name: "lean",
  resolveId: (id) => (http.test(id) ? "\0node:http" : id === "ws" ? "\0ws" : null),
  load: (id) =>
    id === "\0ws"
      ? "export const [WebSocket, WebSocketServer] = []"
      : id === "\0node:http"
        ? `module.exports = process.getBuiltinModule("node:http")`
        : null
}

export const isOutside = (id: string) =>
  !/^[./\0]/u.test(id) && id !== template && id !== "ws" && !http.test(id) && !inside.test(id)

/** Backslashes, and characters beyond ASCII after them. An odd backslash escapes the first of these, which doesn't need it. */
const wide = /(\\*)(\P{ASCII}+)/gu

const escaped = (characters: string) =>
  Array.from(
    { length: characters.length },
    (_, at) => `\\u${characters.charCodeAt(at).toString(16).padStart(4, "0")}`
  ).join("")

/**
 * A single character beyond Latin-1 makes V8 keep the whole text of a file with two bytes for each character. Nothing reads
 * templates raw that have such characters.
 */
export const narrow: Plugin = {
  name: "narrow",
  // Not `renderChunk`: what that returns is printed once more, with the characters themselves.
  generateBundle: (_options, bundle) => {
    for (const file of Object.values(bundle)) {
      if (file.type !== "chunk") continue
      file.code = file.code.replaceAll(
        wide,
        (_, slashes: string, characters: string) =>
          slashes.slice(0, slashes.length - (slashes.length % 2)) + escaped(characters)
      )
    }
  }
}
