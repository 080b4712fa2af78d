/** `import deals|leads`: imports a CSV file in batches. Each batch is one transaction, and rows are matched by their external id. */
import { createReadStream, existsSync } from "node:fs"
import { appendFile, writeFile } from "node:fs/promises"
import { Console, Effect, Schema, Stream } from "effect"
import { Flag } from "effect/cli"
import { Boards } from "../../layers/boards/Boards.ts"
import * as CsvFile from "../../layers/imports/CsvFile.ts"
import { Refused } from "../../layers/identity/Workspaces.ts"
import { UserId } from "../../schema/Id.ts"
import { maxRows } from "../../schema/Import.ts"
import type * as Columns from "../../src/imports/rules/Columns.ts"
import * as ErrorsFile from "../../src/imports/rules/ErrorsFile.ts"
import * as FileRow from "../../src/imports/rules/FileRow.ts"
import * as Mapping from "../../src/imports/rules/Mapping.ts"
import { group, make } from "./command/Command.ts"
import * as Flags from "./command/Flags.ts"
import * as Importing from "./command/Importing.ts"
import { within } from "./command/Workspace.ts"

const refuse = (message: string) => new Refused({ code: "invalid_import", message })

const flags = {
  workspace: Flags.workspace,
  file: Flags.name("The CSV file; - for standard input", "file"),
  board: Flags.optional(Flags.board),
  user: Flags.optional(
    Flags.text("user", UserId, "Who owns what names no owner; by default the workspace's first admin")
  ),
  preset: Flags.optional(
    Flag.Literals("preset", Mapping.presets).pipe(
      Flag.withDescription("What exported the file; by default its columns tell")
    )
  ),
  mapping: Flags.optional(
    Flags.text(
      "mapping",
      Schema.fromJsonString(Mapping.Mapping),
      'Which columns go where, over what is suggested: {"columns":{"name":"Title","company":""}}'
    )
  ),
  encoding: Flags.optional(
    Flag.Literals("encoding", CsvFile.encodings).pipe(
      Flag.withDescription("The file's encoding; UTF-8 and UTF-16 are recognized")
    )
  ),
  errors: Flags.optional(Flags.file("File for the lines that failed, with a column that says why", "errors")),
  announce: Flags.toggle("announce", "Sends the webhooks that single writes would send"),
  dryRun: Flags.toggle("dry-run", "Tries each batch, and changes nothing")
}

/** Overrides a suggested mapping. An empty header excludes a field. */
const override = (suggested: Mapping.Mapping, mapping: Mapping.Mapping | undefined): Mapping.Mapping => {
  const columns = Object.entries({ ...suggested.columns, ...mapping?.columns })
  return {
    ...suggested,
    ...mapping,
    columns: Object.fromEntries(columns.filter(([, header]) => header !== ""))
  }
}

/** Describes which column fills each field, with a sample value, and which columns are unused. */
const describe = (
  headers: ReadonlyArray<string>,
  mapping: Mapping.Mapping,
  rows: ReadonlyArray<FileRow.ParsedLine>
) => ({
  fields: Object.keys(mapping.columns).map((field) => ({
    field,
    column: Mapping.headersOf(mapping, field).join(" or "),
    sample: String(rows.find(({ row }) => row[field] !== undefined)?.row[field] ?? "").slice(0, 60)
  })),
  unmapped: Mapping.unmapped(headers, mapping),
  mapping: JSON.stringify(mapping)
})

const outcomes = ["created", "updated", "unchanged", "failed"] as const

/** The number of lines between progress reports. */
const progressInterval = 5_000

/** The maximum number of failures in the output. */
const maxFailures = 20

const write = (effect: () => Promise<void>) =>
  Effect.tryPromise({
    try: effect,
    catch: (error) => refuse(`The lines that failed can't be written: ${String(error)}`)
  })

const open = (file: string, encoding: CsvFile.Encoding | undefined) => {
  if (file !== "-" && !existsSync(file)) return Effect.fail(refuse(`There is no file ${file}.`))
  return CsvFile.open(file === "-" ? process.stdin : createReadStream(file), encoding)
}

const command = (kind: Columns.Kind) =>
  make(
    kind,
    `Imports ${kind} from a CSV file. Run again, it changes what differs and leaves the rest.`,
    flags,
    Effect.fnUntraced(function* (input) {
      const { dryRun, encoding, errors, file } = input
      const boards = yield* Boards
      const boardId =
        input.board === undefined ? Effect.map(boards.first, ({ id }) => id) : Effect.succeed(input.board)
      const { board, stages } = yield* within(input.workspace, Effect.flatMap(boardId, boards.withStages))
      const importing = yield* Importing.of(kind, { ...input, board: board.id })
      const { headers, lines } = yield* open(file, encoding)
      if (errors !== undefined && existsSync(errors))
        return yield* refuse(
          `There is a file ${errors} already. Name another for the lines that fail, or remove it.`
        )
      const suggested = Mapping.suggest(kind, input.preset ?? Mapping.presetOf(headers), {
        currency: board.currency,
        headers,
        stages: stages.map(({ name }) => name)
      })
      const { formats, observe } = Mapping.makeFormatDetector(headers, override(suggested, input.mapping))
      // Standard input can't be read twice, so ambiguous cells in it are refused.
      if (file !== "-")
        yield* Stream.runForEach((yield* open(file, encoding)).lines, ({ cells }) =>
          Effect.sync(() => observe(cells))
        )
      const mapping = override({ ...suggested, ...formats() }, input.mapping)
      const parse = FileRow.makeParser(kind, headers, mapping, importing.timeZone)

      const checkMapping = Effect.gen(function* () {
        const problem = Mapping.problem(kind, headers, mapping)
        if (problem !== undefined) return yield* refuse(problem)
        if (input.mapping === undefined && Mapping.hasSingleField(headers, mapping))
          return yield* refuse(
            `Only ${Object.keys(mapping.columns).join() === "name" ? "the name" : "one column"} was recognized, so the others would be left out: ${Mapping.unmapped(headers, mapping).join(", ").slice(0, 500)}. Say what they hold, or confirm it, with --mapping ${JSON.stringify(JSON.stringify({ columns: mapping.columns }))}.`
          )
        if (errors !== undefined)
          yield* write(() => writeFile(errors, ErrorsFile.head(headers), { flag: "wx" }))
      })

      const counts = { created: 0, updated: 0, unchanged: 0, failed: 0 }
      const failures: Array<{ line: number; field: string | undefined; message: string | undefined }> = []
      let description: ReturnType<typeof describe> | undefined
      let count = 0

      const importBatch = Effect.fnUntraced(function* (batch: ReadonlyArray<FileRow.Line>) {
        if (description === undefined) yield* checkMapping
        const rows = batch.map(parse)
        description ??= describe(headers, mapping, rows)
        const imported = yield* FileRow.importParsed(rows, importing.importBatch)
        for (const outcome of outcomes) counts[outcome] += imported[outcome]
        for (const { field, line, message, outcome } of imported.rows)
          if (outcome === "failed" && failures.length < maxFailures) failures.push({ line, field, message })
        const failed = ErrorsFile.failures(batch, imported.rows)
        if (errors !== undefined && failed.length > 0)
          yield* write(() => appendFile(errors, ErrorsFile.body(headers, failed)))
        count += batch.length
        if (count % progressInterval < batch.length)
          yield* Console.error(
            `${count} lines: ${outcomes.map((outcome) => `${counts[outcome]} ${outcome}`).join(", ")}`
          )
      })

      yield* Stream.runForEach(Stream.grouped(lines, maxRows), importBatch)
      if (description === undefined)
        return yield* refuse(
          "The file has no line below its first, which names the columns. Nothing was done."
        )
      const request =
        dryRun || counts.created + counts.updated === 0 ? {} : { requestId: importing.requestId }
      return { ...counts, ...request, dryRun, board: board.name, ...description, failures }
    })
  )

export const imports = group("import", "Imports of CSV files", [command("deals"), command("leads")])
