/** The form to upload a file. */
import { encodings } from "../../../layers/imports/CsvFile.ts"
import { say } from "../../surfaces/web/i18n/Words.ts"
import { Effect, Schema } from "effect"
import * as Field from "../../../schema/Field.ts"
import * as Contract from "../contract/Imports.ts"
import type { Kind } from "../rules/Columns.ts"
import { callOperation } from "../../surfaces/web/CallOperation.ts"
import type { Refused } from "../../surfaces/web/Form.ts"
import * as SchemaForm from "../../surfaces/web/form/SchemaForm.ts"
import { html, type Part } from "../../surfaces/web/Html.ts"
import * as SettingsFrame from "../../surfaces/web/frame/SettingsFrame.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../surfaces/web/frame/WorkspacePage.ts"
import { maxBytes, maxLines } from "./ReceiveUpload.ts"

export const path = "/import"

const boardsOf = callOperation("boards.list")

const Kinds = Schema.Literals(["deals", "leads"])

const asking = SchemaForm.of(
  { kind: Field.of("What it holds", "Kind of records.", Kinds), board: Contract.deals.input.boardId },
  {
    kind: {},
    board: { label: say.boards.board, hint: say.imports.boardHint }
  }
)

const words: Readonly<Record<Kind, Part>> = say.imports.kinds

/** The kinds of records that the person may import. */
export const kindsOf = (context: PageContext): ReadonlyArray<Kind> =>
  Kinds.literals.filter((kind) => WorkspacePage.may(context, `${kind}:write`))

export const isKind = Schema.is(Kinds)

export const show = Effect.fnUntraced(function* (context: PageContext, refused?: Refused) {
  const { data: boards } = yield* boardsOf({ limit: 100 })
  const asked = context.url.searchParams.get("kind")
  const { at, problem } = asking.show({
    refused,
    values: { kind: isKind(asked) ? asked : "deals", board: context.url.searchParams.get("board") as never },
    choices: {
      kind: kindsOf(context).map((id) => ({ id, name: words[id] })),
      board: boards
    }
  })
  return SettingsFrame.content("Import", {
    title: say.imports.title,
    styles: ["imports.css"],
    body: html`<h1>${say.imports.heading}</h1>
      <p class="soft">${say.imports.about}</p>
      ${problem}
      <form class="card new" method="post" action="${path}" enctype="multipart/form-data">
        ${WorkspacePage.hidden(context, "import")} ${at.kind} ${at.board}
        <div class="field">
          <label for="encoding">${say.imports.encoding}</label>
          <select id="encoding" name="encoding" aria-describedby="encoding-hint">
            <option value="">${say.imports.recognized}</option>
            ${encodings.map((name) => html`<option value="${name}">${say.imports.encodings[name]}</option>`)}
          </select>
          <p class="hint" id="encoding-hint">${say.imports.encodingHint}</p>
        </div>
        <div class="field">
          <label for="file">${say.imports.csvFile}</label>
          <input
            id="file"
            name="file"
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            required
            aria-describedby="file-hint"
          />
          <p class="hint" id="file-hint">${say.imports.fileHint(maxBytes / 1_000_000, maxLines)}</p>
        </div>
        <div class="actions"><button type="submit">${say.imports.upload}</button></div>
      </form>
      <h2>${say.imports.whereFrom}</h2>
      <p>${say.imports.sources}</p>`
  })
})
