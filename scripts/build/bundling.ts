/** Common parts of the service's builds: the packages to bundle, and workarounds for the bundler. */
import type { Plugin } from "rolldown"

/** Packages that every start loads. All others stay outside and are loaded on demand. */
const bundledPackages = /^(?:effect|@effect\/[^/]+|zod|@modelcontextprotocol\/[^/]+)(?:\/|$)/u

/** The bundler's import for a template that contains `</script`. */
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
 * Importing `node:http` reads all its exports, and its `WebSocket` loads Node's own undici: 8 MiB and 20 ms for something unused. `ws` is
 * unused too, because Effect's server has it only for upgrades (`shouldUpgradeCallback` in Server.ts).
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
  !/^[./\0]/u.test(id) && id !== template && id !== "ws" && !http.test(id) && !bundledPackages.test(id)

/** Backslashes followed by non-ASCII characters. An odd backslash escapes the first of these, which doesn't need it. */
const nonAscii = /(\\*)(\P{ASCII}+)/gu

const escaped = (characters: string) =>
  Array.from(
    { length: characters.length },
    (_, at) => `\\u${characters.charCodeAt(at).toString(16).padStart(4, "0")}`
  ).join("")

/**
 * With a single character beyond Latin-1, V8 stores the whole text of a file with two bytes per character. No template with such characters
 * is read raw.
 */
export const narrow: Plugin = {
  name: "narrow",
  // Not in `renderChunk`, whose result is printed again with the characters themselves.
  generateBundle: (_options, bundle) => {
    for (const file of Object.values(bundle)) {
      if (file.type !== "chunk") continue
      file.code = file.code.replaceAll(
        nonAscii,
        (_, slashes: string, characters: string) =>
          slashes.slice(0, slashes.length - (slashes.length % 2)) + escaped(characters)
      )
    }
  }
}
