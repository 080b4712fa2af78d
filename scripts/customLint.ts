/** Rules that no linter covers (CONTRIBUTING.md), with one line per violation. */
import { globSync, readFileSync } from "node:fs"
import { sep } from "node:path"
import { retired } from "./retired.ts"

type Sources = ReadonlyMap<string, string>

/** `except` maps each exempt file to the reason; `find` returns the violations in one file. */
interface Rule {
  readonly except: Readonly<Record<string, string>>
  readonly find: (text: string, file: string, sources: Sources) => ReadonlyArray<string>
}

const maxLines = 250

/** The same reason for each of these files. */
const each = (files: ReadonlyArray<string>, why: string) =>
  Object.fromEntries(files.map((file) => [file, why]))

/** Long tests of a single subject, whose cases are read one by one and share a setup. */
const longTests = [
  "test/deals/Currencies.test.ts",
  "test/identity/Embed.test.ts",
  "test/leads/LeadEnrichment.test.ts",
  "test/leads/LeadHistory.test.ts",
  "test/leads/Leads.test.ts",
  "test/api/Http.test.ts",
  "test/api/Idempotency.test.ts",
  "test/api/process/Workers.test.ts",
  "test/reports/Reports.test.ts",
  "test/webhooks/Webhooks.test.ts",
  "test/jobs/webhooks/DeliveryWorker.test.ts",
  "test/layers/egress/Egress.test.ts",
  "test/oauth/Tokens.test.ts",
  "test/boards/pages/BoardMoves.test.ts",
  "test/boards/pages/Boards.test.ts",
  "test/deals/pages/DealPage.test.ts",
  "test/identity/pages/Members.test.ts",
  "test/identity/pages/signIn/Takeover.test.ts",
  "test/leads/pages/LeadKeys.test.ts",
  "test/webhooks/pages/Webhooks.test.ts",
  "test/scripts/admin/Admin.test.ts",
  "test/support/mcp/McpFixtures.ts",
  "test/surfaces/intake/InboundEmail.test.ts",
  "test/surfaces/intake/Smtp.test.ts",
  "test/surfaces/mcp/arguments/McpArguments.test.ts",
  "test/surfaces/mcp/McpTools.test.ts"
]

const longSheets = [
  "src/boards/pages/board.css",
  "src/leads/pages/inbox/leads.css",
  "src/surfaces/web/assets/style.css"
]

const length: Rule = {
  except: {
    ...each(longSheets, "the look of one kind of page, in the order of the page"),
    ...each(longTests, "cases of one subject, on what they share")
  },
  find: (text) => {
    const lines = text.split("\n").length - 1
    return lines > maxLines ? [`has ${lines} lines; split it below ${maxLines}`] : []
  }
}

const exported = /^export (?:abstract )?(?:const|class|type|interface|function\*?) ([\w$]+)/gmu

/** An export whose name appears in no other file is unused. */
const unusedExports: Rule = {
  except: {},
  find: (text, file, sources) =>
    [...text.matchAll(exported)].flatMap(([, name = ""]) =>
      filesOf(sources).get(name)!.size > 1
        ? []
        : [`exports ${name}, which no other file uses: drop \`export\``]
    )
}

/** The files in which each word appears. */
const filesOf = memo((sources: Sources) => {
  const files = new Map<string, Set<string>>()
  for (const [file, text] of sources) {
    if (!file.endsWith(".ts")) continue
    for (const word of text.match(/[\w$]+/gu) ?? []) files.set(word, (files.get(word) ?? new Set()).add(file))
  }
  return files
})

function memo<A extends object, B>(make: (from: A) => B) {
  const cache = new WeakMap<A, B>()
  return (from: A): B => {
    if (!cache.has(from)) cache.set(from, make(from))
    return cache.get(from)!
  }
}

/** A call's arguments, up to the closing bracket; empty if the function is named but not called. */
const argumentsAt = (text: string, from: number): string => {
  if (text[from] !== "(") return ""
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === "(") depth += 1
    if (text[at] === ")" && --depth === 0) return text.slice(from, at)
  }
  return text.slice(from)
}

/** An ignored failure must be logged: `{ log: "Warn" }`. */
const ignored: Rule = {
  except: {},
  find: (text, file) =>
    /^(?:test|scripts)\//u.test(file)
      ? []
      : [...text.matchAll(/Effect\.ignore(?:Cause)?\b/gu)]
          .filter(({ 0: { length: said }, index }) => !argumentsAt(text, index + said).includes("log:"))
          .map(([name]) => `${name} hides a failure: say { log: "Warn" }, or handle it`)
}

/** Background loops must survive failures and report them, which a hand-written loop does not. */
const forever: Rule = {
  except: {
    "layers/runtime/Loop.ts": "the one loop",
    "layers/database/client/Channel.ts": "within a turn of Loop.forever, which `anew` ends",
    "layers/backups/wal/WalShipping.ts": "within a turn of Loop.forever, which ends with its connection",
    "layers/rateLimits/RedisWindows.ts": "within a turn of Loop.forever, which ends with its connection",
    "layers/database/client/ConnectionMonitor.ts": "its timer looks at what is in memory, and cannot fail",
    "src/surfaces/http/server/Server.ts": "ends when the server has closed, or after 10 s"
  },
  find: (text, file) =>
    /^(?:test|scripts)\//u.test(file)
      ? []
      : [...text.matchAll(/Effect\.(?:forever|repeat)\b|\bsetInterval\b/gu)]
          .filter(
            ({ 0: what, index }) => !/\b(?:times|until|while):/u.test(argumentsAt(text, index + what.length))
          )
          .map(([what]) => `loops by ${what}: use Loop.forever, which outlives a failure and tells of it`)
}

/** Error codes that nothing returns. The code `<resource>_not_found` is built from the resource's name. */
const deadFaults: Rule = {
  except: {},
  find: (text, file, sources) => {
    if (file !== "schema/Fault.ts") return []
    const others = [...sources].filter(([other]) => other !== file && !/^(?:test|scripts)\//u.test(other))
    const texts = others.map(([, other]) => other).join("\n")
    return [...text.matchAll(/fields\(\[([^\]]*)\]\)/gu)]
      .flatMap(([, codes = ""]) => codes.match(/\w+/gu) ?? [])
      .filter(
        (code) => !texts.includes(`"${code}"`) && !texts.includes(`"${code.replace(/_not_found$/u, "")}"`)
      )
      .map((code) => `declares ${code}, which nothing answers: drop it`)
  }
}

/** Code without comments and strings, in which statuses are only text. */
const codeOf = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|"[^"\n]*"/gu, "")

/** Matches where a round number such as 400 is a status: after the word, as a key, or as the first argument of a response. */
const roundStatus =
  /\bstatus\b[^;\n]*?\b([45]00)\b|^\s*([45]00): |\b(?:refusal|failure|json|fail)\(([45]00)\b/gmu

/** A literal status that `Fault` defines. Successes, redirects and responses of other services are not checked. */
const statuses: Rule = {
  except: {},
  find: (text, file, sources) => {
    // The client is a separate package without access to schema/.
    if (/^(?:test|scripts|migrations|client)\/|^schema\/Fault\.ts$/u.test(file)) return []
    const known = new Set(codeOf(sources.get("schema/Fault.ts") ?? "").match(/\b[45]\d\d\b/gu))
    const literals = [
      ...[...codeOf(text).matchAll(/(?<![\w.,#])[45]\d[1-9](?![\w.%])/gu)].map(([status]) => status),
      ...[...codeOf(text).matchAll(roundStatus)].map(([, ...all]) => all.find((one) => one !== undefined)!)
    ]
    return literals
      .filter((status) => known.has(status))
      .map((status) => `names the status ${status}: take it from schema/Fault.ts`)
  }
}

/** The scope for reading a record is defined once, by its kind. A literal scope in a read could be the one of another kind. */
const readScopes: Rule = {
  except: {},
  find: (text, file) =>
    /^(?:layers|src)\//u.test(file)
      ? [...text.matchAll(/\bhas\("(\w+:read)"\)/gu)].map(
          ([, scope]) => `asks for ${scope}: ask RecordScope.mayRead for the kind of record`
        )
      : []
}

/** Casts that the compiler doesn't check. A guard, a Schema or a type parameter keeps the type instead. */
const casts: Rule = {
  except: {
    "src/Extend.ts": "a layer's `build` is not in its type",
    "src/audit/rules/Records.ts": "a record is put together from fields of the audit log",
    "src/deals/rules/SearchHints.ts": "which fields there are depends on the tool"
  },
  find: (text, file) => {
    if (file.startsWith("test/")) return []
    const found = codeOf(text).match(/\bas (?:any\b|(?:unknown|never) as\b)/gu) ?? []
    return found.map((cast) => `casts by \`${cast}\`: use a type guard, a Schema or a type parameter`)
  }
}

/** Effect's tags and the protocol's `_meta` are public. Generated Python code has its own private members after `self`. */
const privateMember =
  /(?<=[\w$)\]!?])(?<!\b(?:this|self))\._(?!tag\b|meta\b)\w+|\[["']_(?!tag\b|meta\b)\w+["']\]|\b(?:const|let) \{[^}]*?(?<![\w$])_(?!tag\b|meta\b)[a-z]\w*/gu

const patch =
  /\bprototype\.\w+\s*=(?![=>])|\b(?:Object|Reflect)\.setPrototypeOf\b|\bObject\.(?:assign|define\w+)\([\w.]+\.prototype\b/gu

const internals: Rule = {
  except: {},
  find: (text, file) => {
    if (file.startsWith("test/")) return []
    const reads = Array.from(text.matchAll(privateMember), ([name]) => `reads ${name}, which is private`)
    const patches = Array.from(codeOf(text).matchAll(patch), ([name]) => `changes a prototype by ${name}`)
    return [...reads, ...patches].map((what) => `${what}: use what the dependency documents`)
  }
}

const rules: Readonly<Record<string, Rule>> = {
  retired,
  readScopes,
  casts,
  internals,
  length,
  unusedExports,
  ignored,
  forever,
  deadFaults,
  statuses
}

/** An exception that is no longer needed is a violation too, so that the lists shrink. */
export const violations = (sources: Sources): ReadonlyArray<string> =>
  Object.entries(rules).flatMap(([name, { except, find }]) =>
    [...sources].flatMap(([file, text]) => {
      const found = name === "length" || file.endsWith(".ts") ? find(text, file, sources) : []
      if (except[file] === undefined) return found.map((what) => `${file} ${what}.`)
      return found.length > 0 ? [] : [`${file} needs no exception from ${name} (scripts/customLint.ts).`]
    })
  )

export const sources = (): Sources =>
  new Map(
    globSync("{schema,layers,migrations,src,scripts,test,client/typescript/src}/**/*.{ts,css,js}", {
      exclude: ["client/typescript/src/generated/**"]
    }).map((file) => [file.split(sep).join("/"), readFileSync(file, "utf8")])
  )
