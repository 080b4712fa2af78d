/** The form that takes a file. */
import { Effect, Schema } from "effect"
import * as Field from "../../../../schema/Field.ts"
import * as Contract from "../../../contract/imports/Imports.ts"
import type { Kind } from "../../../domain/imports/Columns.ts"
import { act } from "../platform/Act.ts"
import type { Refused } from "../platform/Form.ts"
import * as SchemaForm from "../platform/form/SchemaForm.ts"
import { html } from "../platform/Html.ts"
import * as Settings from "../platform/Settings.ts"
import * as Workplace from "../platform/Workplace.ts"
import { mostBytes, mostLines } from "./Receiving.ts"

export const path = "/import"

const boardsOf = act("boards.list")

const Kinds = Schema.Literals(["deals", "leads"])

const asking = SchemaForm.of(
  { kind: Field.of("What it holds", "Kind of records.", Kinds), board: Contract.deals.input.boardId },
  {
    kind: {},
    board: { label: "Board", hint: "For new records; those that are there stay on theirs." }
  }
)

const words: Readonly<Record<Kind, string>> = { deals: "Deals", leads: "Leads (contacts, people)" }

/** The kinds that a person may import. */
export const kindsOf = (here: Workplace.Here): ReadonlyArray<Kind> =>
  Kinds.literals.filter((kind) => Workplace.may(here, `${kind}:write`))

export const isKind = Schema.is(Kinds)

const numbers = new Intl.NumberFormat("en")

export const show = Effect.fnUntraced(function* (here: Workplace.Here, refused?: Refused) {
  const { data: boards } = yield* boardsOf({ limit: 100 })
  const asked = here.url.searchParams.get("kind")
  const { at, problem } = asking.show({
    refused,
    values: { kind: isKind(asked) ? asked : "deals", board: here.url.searchParams.get("board") as never },
    choices: {
      kind: kindsOf(here).map((id) => ({ id, name: words[id] })),
      board: boards
    }
  })
  return Settings.content("Import", {
    title: "Import",
    styles: ["imports.css"],
    body: html`<h1>Import deals or leads</h1>
      <p class="soft">
        From a CSV file of HubSpot, Pipedrive or a spreadsheet. You see what goes where, and try it, before
        anything is changed. An import can be repeated: lines that were imported before change their record
        where they differ, and nothing is there twice.
      </p>
      ${problem}
      <form class="card new" method="post" action="${path}" enctype="multipart/form-data">
        ${Workplace.hidden(here, "import")} ${at.kind} ${at.board}
        <div class="field">
          <label for="file">CSV file</label>
          <input
            id="file"
            name="file"
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            required
            aria-describedby="file-hint"
          />
          <p class="hint" id="file-hint">
            The first line names the columns. Up to ${mostBytes / 1_000_000} MB and
            ${numbers.format(mostLines)} lines. The file is kept until it is imported, for a day at most.
          </p>
        </div>
        <div class="actions"><button type="submit">Upload the file</button></div>
      </form>
      <h2>Where the file comes from</h2>
      <p>
        HubSpot: in <b>CRM › Deals</b> or <b>Contacts</b>, <b>Export</b>, format CSV, language English.
        Pipedrive: in <b>Deals</b> or <b>People</b>, <b>… › Export filter results</b>, CSV. Excel and
        spreadsheets: save as CSV.
      </p>`
  })
})
