import { Effect, Schema } from "effect"
import { Actor } from "../../../layers/identity/Actor.ts"
import { Boards } from "../../../layers/boards/Boards.ts"
import { ExternalIds } from "../../../layers/imports/ExternalIds.ts"
import { LeadIntake } from "../../../layers/intake/LeadIntake.ts"
import { LeadDetails } from "../../../layers/leads/LeadDetails.ts"
import { LeadHistory } from "../../../layers/leads/LeadHistory.ts"
import { LeadRemovals } from "../../../layers/leads/LeadRemovals.ts"
import { Leads } from "../../../layers/leads/Leads.ts"
import { SearchMatches } from "../../../layers/records/SearchMatches.ts"
import { now } from "../../../layers/runtime/Now.ts"
import * as Field from "../../../schema/Field.ts"
import type { EnrichmentPatch } from "../../../schema/Enrichment.ts"
import * as Include from "../../../schema/Include.ts"
import type { LeadId } from "../../../schema/Id.ts"
import type { Lead, RowField } from "../../../schema/Lead.ts"
import type * as Page from "../../../schema/Page.ts"
import { paged } from "../../../schema/LeadDetails.ts"
import * as RecordScope from "../../../schema/RecordScope.ts"
import type { filters } from "../contract/LeadFilters.ts"
import type * as Contract from "../contract/Leads.ts"
import type * as Operation from "../../contract/Operation.ts"
import { overContact } from "../rules/Enrichment.ts"
import * as FailedImages from "../rules/FailedImages.ts"
import * as LeadSummary from "../rules/LeadSummary.ts"
import * as TimeZone from "../../shared/time/TimeZone.ts"
import type { LeadRecord } from "../rules/LeadRecord.ts"
import * as Triage from "../rules/Triage.ts"
import * as PagedParts from "../../shared/PagedParts.ts"
import { setWarning } from "../../invocation/Call.ts"
import * as PossibleDuplicates from "../../deals/operations/PossibleDuplicates.ts"
import * as DuplicateWarning from "../../deals/rules/DuplicateWarning.ts"
import * as FullName from "../rules/FullName.ts"
import * as StatementPipeline from "../../../layers/database/client/StatementPipeline.ts"
import * as SearchHints from "../../deals/rules/SearchHints.ts"
import type * as Implementation from "../../Implementation.ts"
import * as SearchQuery from "../../shared/SearchQuery.ts"
import * as SerializedJson from "../../shared/SerializedJson.ts"
import * as Enrichment from "./Enrichment.ts"

type ListInput = Schema.Schema.Type<Schema.Struct<typeof filters>> & {
  readonly q?: string
  readonly search?: string
  readonly in?: ReadonlyArray<"leads">
}

/** The filters and the page of a list. */
export const listQuery = (input: ListInput) => {
  const { boardId, createdAfter, cursor, externalId, limit, q, scoreMin, search, triageStatus, view } = input
  const { sort = "newest" } = input
  const filters = {
    ...(boardId === undefined ? {} : { boardId }),
    ...(triageStatus === undefined ? {} : { triageStatus }),
    ...(view === undefined ? {} : { view }),
    ...(q === undefined || q.trim() === "" ? {} : { q }),
    ...(search === undefined || search.trim() === "" ? {} : { search }),
    ...(scoreMin === undefined ? {} : { scoreMin }),
    ...(externalId === undefined ? {} : { externalId }),
    ...(createdAfter === undefined ? {} : { createdAfter: new Date(createdAfter).toISOString() }),
    sort
  }
  const page = { ...(limit === undefined ? {} : { limit }), ...(cursor === undefined ? {} : { cursor }) }
  return [filters, page] as const
}

const isSearch = Schema.is(Field.anySearch)

/** Removes the filters by triage status and view, except the suspect view, so that the hint doesn't count other leads. */
const untriaged = (input: ListInput) =>
  SearchHints.without(input, input.view === "suspect" ? ["triageStatus"] : ["triageStatus", "view"])

/** The filters by number, time or external id. */
const bounds = ["scoreMin", "createdAfter", "externalId"]

const nothingWider = "No wider search of leads finds anything either."

/** Hints about what a wider filter would find. */
export const suggestWider = Effect.fnUntraced(function* (input: ListInput) {
  const filtersOf = (one: ListInput) => listQuery(one)[0]
  const changes = [
    ...untriaged(input),
    ...SearchHints.anywhere(input),
    ...SearchHints.without(input, bounds),
    ...SearchHints.words(input, "search_leads", isSearch)
  ]
  const { boardId: _, triageStatus: __, ...everywhere } = filtersOf(input)
  const suspects = { filters: { ...everywhere, view: "suspect" as const }, ask: "with view suspect alone" }
  const all = [...SearchHints.of(input, changes, filtersOf), ...(input.view === "suspect" ? [] : [suspects])]
  const each = all.map((one) => one.filters)
  const counts = yield* (yield* Leads).counts(each, SearchHints.maxCounted)
  const { scopes } = yield* Actor
  const elsewhere = RecordScope.mayRead(scopes, "deal") ? " search_deals searches deals." : ""
  const hasText = "q" in everywhere || "search" in everywhere
  return SearchHints.hint(all, counts, hasText ? `${nothingWider}${elsewhere}` : undefined)
})

const prepare = Effect.fn("leads.prepare")(function* ({
  enrichment,
  id,
  screenshotOptional = false
}: Pick<Operation.Input<typeof Contract.update>, "enrichment" | "id" | "screenshotOptional">) {
  if (enrichment === undefined) return {}
  return { enrichment: yield* Enrichment.prepare(id, enrichment, screenshotOptional) }
})

const simulate = Effect.fn("leads.simulate")(function* ({
  enrichment,
  id
}: Pick<Operation.Input<typeof Contract.update>, "enrichment" | "id">) {
  if (enrichment === undefined) return { replaced: {}, notRehearsed: [] }
  const { notRehearsed, patch } = yield* Enrichment.simulate(id, enrichment)
  return { replaced: { enrichment: patch }, notRehearsed }
})

/** Warns which images the write skipped. */
const warns = (
  { screenshotOptional }: { readonly screenshotOptional?: boolean },
  { enrichment }: Pick<Lead, "enrichment">
) => (screenshotOptional === true ? FailedImages.warning(enrichment.history.at(-1)?.payload) : undefined)

/** Completes a patch from its lead. */
type CompletePatch = (before: LeadRecord, patch: EnrichmentPatch) => EnrichmentPatch

/** The lead with an external id. Fails if another lead has it. */
const withExternalId = Effect.fnUntraced(function* (record: LeadRecord, externalId: string | null) {
  if (externalId === record.lead.externalId) return record
  yield* (yield* ExternalIds).admit("lead", externalId, record.lead.id)
  return { ...record, lead: { ...record.lead, externalId } }
})

const write = Effect.fnUntraced(function* (
  input: Operation.Input<typeof Contract.update>,
  meant: CompletePatch
) {
  const { enrichment, externalId, id, remove = [], suspect, triageStatus } = input
  const isWritten = enrichment !== undefined || remove.length > 0
  const leads = yield* Leads
  if ([triageStatus, suspect, externalId].every((sent) => sent === undefined) && !isWritten) {
    return yield* leads.find(id)
  }
  const { user } = yield* Actor
  const at = yield* now
  const before = yield* leads.lock(id)
  const judged = suspect === undefined ? before : Triage.clear(before)
  const triaged =
    triageStatus === undefined
      ? judged
      : yield* Effect.fromResult(Triage.move(judged, triageStatus, user.id, at))
  const known = externalId === undefined ? triaged : yield* withExternalId(triaged, externalId)
  const after = isWritten ? yield* Enrichment.apply(known, meant(known, enrichment ?? {}), remove, at) : known
  if (after !== before) yield* (yield* LeadIntake).update(before, after)
  return after.lead
})

const update = (input: Operation.Input<typeof Contract.update>) => write(input, (_, patch) => patch)

/** Adds the matching line to each lead of a search by words. */
const matched = Effect.fnUntraced(function* <Row extends { readonly id: LeadId }>(
  { search = "" }: ListInput,
  page: Page.Page<Row>
) {
  if (search.trim() === "") return page
  const ids = page.data.map(({ id }) => id)
  const found = yield* (yield* SearchMatches).ofLeads(ids, search)
  const withMatch = (row: Row) => {
    const match = found.get(row.id)
    return match === undefined ? row : { ...row, matched: match }
  }
  return { ...page, data: page.data.map(withMatch) }
})

const list = Effect.fnUntraced(function* (input: ListInput) {
  const page = yield* (yield* Leads).list(...listQuery(input))
  return input.search === undefined ? page : yield* matched(input, SerializedJson.valueOf(page))
})

/** Short rows, without reading the parts that grow with every write. */
const shortRows = Effect.fnUntraced(function* ({
  fields,
  ...input
}: ListInput & { readonly fields?: ReadonlyArray<RowField> }) {
  const page = yield* (yield* Leads).listForInbox(...listQuery(input))
  const dayOf = TimeZone.dayIn((yield* Actor).workspace.timeZone ?? "UTC")
  return yield* matched(input, {
    ...page,
    data: page.data.map((lead) => LeadSummary.of(lead, input.triageStatus !== undefined, dayOf, fields))
  })
})

export const implementations = {
  "leads.list": {
    suggestWider,
    listCompact: shortRows,
    isCostly: SearchQuery.isSearch,
    isLight: (input) => !SearchQuery.isSearch(input),
    run: list
  },
  "leads.search": {
    isCostly: () => true,
    suggestWider: ({ q, ...input }) => suggestWider({ ...input, search: q }),
    listCompact: ({ q, ...input }) => shortRows({ ...input, search: q }),
    run: ({ q, ...input }) => list({ ...input, search: q })
  },
  "leads.get": {
    isLight: ({ include = [] }) => include.length === 0,
    run: Effect.fnUntraced(function* ({ id, include = [], ...page }) {
      yield* Effect.fromResult(PagedParts.check(include, page.cursor, paged))
      if (include.length === 0) return yield* (yield* Leads).show(id)
      const { limit = Include.DefaultLimit } = page
      return yield* (yield* LeadDetails).find(id, new Set(include), { ...page, limit })
    })
  },
  "leads.history": Effect.fnUntraced(function* ({ id, ...page }) {
    return yield* (yield* LeadHistory).list(id, page)
  }),
  "leads.create": Effect.fnUntraced(function* ({ boardId, externalId = null, ...sent }) {
    const boards = yield* Boards
    const board = yield* boardId === undefined ? boards.first : boards.find(boardId)
    yield* (yield* ExternalIds).admit("lead", externalId)
    const duplicates = yield* PossibleDuplicates.ask({
      kind: "lead",
      company: sent.companyName ?? null,
      email: sent.workEmail ?? null,
      name: FullName.of(sent.firstName ?? null, sent.lastName ?? null)
    })
    yield* setWarning(DuplicateWarning.of("lead", yield* StatementPipeline.answered(duplicates)))
    return yield* (yield* LeadIntake).receive(board.id, sent, externalId)
  }),
  "leads.delete": Effect.fnUntraced(function* ({ id }) {
    yield* (yield* LeadRemovals).remove(yield* (yield* Leads).lock(id))
    return { id, deleted: true }
  }),
  "leads.update": { prepare, simulate, warns, run: update },
  "leads.triage": update,
  // Clients with strict schemas must send every field of contact, and can't omit unknown ones.
  "leads.enrich": { prepare, simulate, warns, run: (input) => write(input, overContact) }
} satisfies Implementation.Of<typeof Contract.operations>
