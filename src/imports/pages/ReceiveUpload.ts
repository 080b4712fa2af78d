/** Receives a file: stores its lines in batches, and suggests a mapping from the first lines. */
import { say } from "../../surfaces/web/i18n/Words.ts"
import { Effect, Stream } from "effect"
import { ImportUploads } from "../../../layers/imports/ImportUploads.ts"
import * as CsvFile from "../../../layers/imports/CsvFile.ts"
import { Invalid } from "../../../schema/Fault.ts"
import type { UserId } from "../../../schema/Id.ts"
import { BoardId } from "../../../schema/Id.ts"
import { maxRows } from "../../../schema/Import.ts"
import type { Kind } from "../rules/Columns.ts"
import type { Line } from "../rules/FileRow.ts"
import * as Mapping from "../rules/Mapping.ts"
import { lazy } from "../../shared/Memo.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import * as Faults from "../../surfaces/web/Faults.ts"
import type { Part } from "../../surfaces/web/Html.ts"
import type { Upload } from "../../surfaces/web/Upload.ts"

export const maxBytes = 20_000_000

export const maxLines = 100_000

/** The number of characters above which a batch is full, however few its lines are. */
const fullBatch = 500_000

export const invalid = (message: Part) =>
  Faults.saying(new Invalid({ code: "invalid_body", message: Faults.english(message) }), message)

const tooMany = lazy(() => invalid(say.imports.tooMany(maxLines)))

const noLines = invalid(say.imports.noLines)

const unreadable = ({ message }: CsvFile.Unreadable) => invalid(Faults.text(message))

const stagesOf = callOperation("boards.stages")
const boardOf = callOperation("boards.get")

interface ReceiveInput {
  readonly user: UserId
  readonly encoding?: CsvFile.Encoding | undefined
  readonly kind: Kind
  readonly board: string
}

/** Stores the lines as they arrive, passes them to `see`, and returns their number. */
const keep = Effect.fnUntraced(function* (
  id: string,
  { lines }: CsvFile.CsvFile,
  see: (cells: Line["cells"]) => void
) {
  const uploads = yield* ImportUploads
  let batch: Array<Line> = []
  let size = 0
  let count = 0
  let batches = 0
  const flush = Effect.suspend(() => {
    const full = batch
    batch = []
    size = 0
    batches += 1
    return uploads.append(id, batches - 1, full)
  })
  const take = (line: Line) => {
    batch.push(line)
    see(line.cells)
    size += line.cells.reduce((sum, cell) => sum + cell.length, 0)
    count += 1
    if (count > maxLines) return Effect.fail(tooMany())
    return batch.length === maxRows || size > fullBatch ? flush : Effect.void
  }
  yield* Stream.runForEach(lines, take)
  if (batch.length > 0) yield* flush
  if (count === 0) return yield* noLines
  return { lines: count, batches }
})

export const receive = Effect.fnUntraced(
  function* ({ board, encoding, kind, user }: ReceiveInput, { bytes, name }: Upload["file"]) {
    if (name === "") return yield* invalid(say.imports.chooseFirst)
    const uploads = yield* ImportUploads
    const stages = yield* stagesOf({ id: board })
    const { currency } = yield* boardOf({ id: board })
    const file = yield* CsvFile.open(bytes, encoding)
    const { headers } = file
    const told = { kind, boardId: BoardId.make(board), fileName: name.slice(0, 200), headers }
    const id = yield* uploads.begin(user, told)
    const suggested = Mapping.suggest(kind, Mapping.presetOf(headers), {
      currency,
      headers,
      stages: stages.map((stage) => stage.name)
    })
    const { formats, observe } = Mapping.makeFormatDetector(headers, suggested)
    const { batches, lines } = yield* Effect.onError(keep(id, file, observe), () => uploads.remove(user, id))
    const mapping = { ...suggested, ...formats() }
    yield* uploads.arrived(id, { mapping, lines, batches })
  },
  Effect.catchTag("Unreadable", (error) => Effect.fail(unreadable(error)))
)
