/** `import deals|leads`: imports a CSV file, a batch a transaction, each line by its id in the other system. */
import { createReadStream, existsSync } from "node:fs"
import { appendFile, writeFile } from "node:fs/promises"
import { Console, Effect, Schema, Stream } from "effect"
import { Flag } from "effect/cli"
import { Boards } from "../../layers/boards/Boards.ts"
import * as CsvFile from "../../layers/imports/CsvFile.ts"
import { Refused } from "../../layers/identity/Workspaces.ts"
import { UserId } from "../../schema/Id.ts"
import { type Imported, mostRows } from "../../schema/Import.ts"
import type * as Columns from "../../src/domain/imports/Columns.ts"
import * as ErrorsFile from "../../src/domain/imports/ErrorsFile.ts"
import * as FileRow from "../../src/domain/imports/FileRow.ts"
import * as Mapping from "../../src/domain/imports/Mapping.ts"
import { group, make } from "./Command.ts"
import * as Flags from "./Flags.ts"
import * as Importing from "./Importing.ts"
import { within } from "./Workspace.ts"

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

/** What was said over what is suggested; an empty header leaves a field out. */
const merged = (suggested: Mapping.Mapping, given: Mapping.Mapping | undefined): Mapping.Mapping => {
  const columns = Object.entries({ ...suggested.columns, ...given?.columns }).filter(
    ([, name]) => name !== ""
  )
  return { ...suggested, ...given, columns: Object.fromEntries(columns) }
}

/** Each field with its columns and what a line has there, and the columns that go nowhere. */
const shown = (
  headers: ReadonlyArray<string>,
  mapping: Mapping.Mapping,
  rows: ReadonlyArray<FileRow.Row>
) => ({
  fields: Object.entries(mapping.columns).map(([field, names]) => ({
    field,
    column: [names].flat().join(" or "),
    sample: String(rows.find((row) => row[field] !== undefined)?.[field] ?? "").slice(0, 60)
  })),
  unmapped: Mapping.unmapped(headers, mapping),
  mapping: JSON.stringify(mapping)
})

const outcomes = ["created", "updated", "unchanged", "failed"] as const

type Counts = Record<(typeof outcomes)[number], number>

const told = (counts: Counts) => outcomes.map((name) => `${counts[name]} ${name}`).join(", ")

/** Rows between two lines of progress. */
const pace = 5_000

/** Failures that the answer lists. */
const listed = 20

interface Failure {
  readonly line: number
  readonly field: string | undefined
  readonly message: string | undefined
}

const failuresIn = ({ rows }: Imported): ReadonlyArray<Failure> =>
  rows.flatMap(({ field, line, message, outcome }) =>
    outcome === "failed" ? [{ line, field, message }] : []
  )

const write = (effect: () => Promise<void>) =>
  Effect.tryPromise({
    try: effect,
    catch: (error) => refuse(`The lines that failed can't be written: ${String(error)}`)
  })

const open = (file: string) =>
  file === "-"
    ? Effect.succeed(process.stdin)
    : existsSync(file)
      ? Effect.succeed(createReadStream(file))
      : Effect.fail(refuse(`There is no file ${file}.`))

const command = (kind: Columns.Kind) =>
  make(
    kind,
    `Imports ${kind} from a CSV file. Run again, it changes what differs and leaves the rest.`,
    flags,
    Effect.fnUntraced(function* (given) {
      const { board, dryRun, errors, workspace } = given
      const boards = yield* Boards
      const found = board === undefined ? boards.first : boards.find(board)
      const place = yield* within(
        workspace,
        Effect.flatMap(found, ({ id }) => boards.withStages(id))
      )
      const importing = yield* Importing.of(kind, { ...given, board: place.board.id })
      const { headers, lines } = yield* CsvFile.open(yield* open(given.file), given.encoding)
      if (errors !== undefined && existsSync(errors))
        return yield* refuse(
          `There is a file ${errors} already. Name another for the lines that fail, or remove it.`
        )
      const counts: Counts = { created: 0, updated: 0, unchanged: 0, failed: 0 }
      const failures: Array<Failure> = []
      let columns: ReturnType<typeof shown> | undefined
      let read: ReturnType<typeof FileRow.reader> | undefined
      let done = 0

      const suggested = Mapping.suggest(kind, given.preset ?? Mapping.presetOf(headers), {
        currency: place.board.currency,
        headers,
        stages: place.stages.map(({ name }) => name)
      })
      // What comes by standard input can't be read twice: each of its cells speaks for itself.
      const { found: written, see } = Mapping.survey(headers, merged(suggested, given.mapping))
      if (given.file !== "-") {
        const again = yield* CsvFile.open(yield* open(given.file), given.encoding)
        yield* Stream.runForEach(again.lines, ({ cells }) => Effect.sync(() => see(cells)))
      }
      const mapping = merged({ ...suggested, ...written() }, given.mapping)

      /** Checked before anything is written. */
      const begin = Effect.fnUntraced(function* (some: ReadonlyArray<FileRow.Line>) {
        const problem = Mapping.problem(kind, headers, mapping)
        if (problem !== undefined) return yield* refuse(problem)
        if (given.mapping === undefined && Mapping.isOneAlone(headers, mapping))
          return yield* refuse(
            `Only ${Object.keys(mapping.columns).join() === "name" ? "the name" : "one column"} was recognized, so the others would be left out: ${Mapping.unmapped(headers, mapping).join(", ").slice(0, 500)}. Say what they hold, or confirm it, with --mapping ${JSON.stringify(JSON.stringify({ columns: mapping.columns }))}.`
          )
        const reader = FileRow.reader(kind, headers, mapping, importing.timeZone)
        const rows = some.map((line) => reader(line).row)
        columns = shown(headers, mapping, rows)
        if (errors !== undefined)
          yield* write(() => writeFile(errors, ErrorsFile.head(headers), { flag: "wx" }))
        return (read = reader)
      })

      const batch = Effect.fnUntraced(function* (some: ReadonlyArray<FileRow.Line>) {
        const reader = read ?? (yield* begin(some))
        const imported = yield* FileRow.send(some.map(reader), importing.batch)
        for (const name of outcomes) counts[name] += imported[name]
        failures.push(...failuresIn(imported).slice(0, listed - failures.length))
        if (errors !== undefined && imported.failed > 0)
          yield* write(() => appendFile(errors, ErrorsFile.failures(headers, some, imported.rows)))
        done += some.length
        if (done % pace < some.length) yield* Console.error(`${done} lines: ${told(counts)}`)
      })

      yield* lines.pipe(
        Stream.grouped(mostRows),
        Stream.runForEach((some) => batch(some))
      )
      if (done === 0)
        return yield* refuse(
          "The file has no line below its first, which names the columns. Nothing was done."
        )
      const request =
        dryRun || counts.created + counts.updated === 0 ? {} : { requestId: importing.requestId }
      return { ...counts, ...request, dryRun, board: place.board.name, ...columns, failures }
    })
  )

export const imports = group("import", "Imports of CSV files", [command("deals"), command("leads")])
