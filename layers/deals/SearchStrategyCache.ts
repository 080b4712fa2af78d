/**
 * Remembers in this process how a workspace's recent searches of deals were done, so that the next page or a repetition needn't choose
 * again. An outdated entry doesn't change the results, only the time they take, for as long as `fresh`.
 */
import { Effect } from "effect"
import type { Sql } from "../database/Sql.ts"
import type { Filters } from "./DealLists.ts"
import type { Known, Way } from "./DealSearch.ts"
import * as SelectiveSubstring from "./SelectiveSubstring.ts"

/** Milliseconds. `size` also bounds how long a server that has become a cluster is treated as a single one. */
const fresh = { way: 30_000, size: 60_000, look: 5_000 }

/**
 * Milliseconds that a light search takes at most, without waiting for a connection. Slower ones walk the index for a text that is
 * common elsewhere and rare in a large stage.
 */
const lightLimit = 5

const most = { workspaces: 200, searches: 64, length: 500 }

/** The number of deals, and the share of the server's deals, from which a workspace has nearly all of them. */
const largeShare = { deals: 1_000, part: 0.9 }

interface WayEntry {
  readonly way: Way
  readonly isLight: boolean
  readonly until: number
}

interface Workspace extends Pick<Known, "hasNearlyAll" | "common"> {
  until: number
  /** By filters and texts, in the order they were learned. */
  readonly ways: Map<string, WayEntry>
  /** Filters that match too many deals to be read row by row, whatever the text. */
  readonly tooMany: Set<string>
}

const placeOf = ({ boardId, stageId, status }: Filters) => JSON.stringify([boardId, stageId, status])

interface Collection {
  readonly size: number
  readonly keys: () => Iterator<string>
  readonly delete: (key: string) => boolean
}

const dropFirst = (kept: Collection, most: number) => {
  if (kept.size >= most) kept.delete(kept.keys().next().value!)
}

export const make = (sql: Sql) => {
  const workspaces = new Map<string, Workspace>()

  /** False on a cluster, whose statements must name the workspace in a form that an index matches. */
  const hasNearlyAll = Effect.fnUntraced(function* (workspaceId: string) {
    const [table] = yield* sql<{ deals: number }>`SELECT reltuples::float8 AS deals FROM pg_class
      WHERE oid = 'deals'::regclass AND to_regclass('pg_catalog.pg_dist_partition') IS NULL`
    if (table === undefined || table.deals < largeShare.deals) return false
    const [own] = yield* sql<{ deals: number }>`SELECT coalesce(sum(deals), 0)::float8 AS deals
      FROM deal_totals WHERE workspace_id = ${workspaceId} AND key LIKE 'stage:%'`
    return own!.deals >= largeShare.part * table.deals
  })

  const look = Effect.fnUntraced(function* (workspaceId: string, now: number) {
    const isAlone = yield* hasNearlyAll(workspaceId)
    // In other workspaces, the index reads the list of all the workspace's deals for each match, whatever the text.
    const common = isAlone ? yield* SelectiveSubstring.common(sql, workspaceId) : new Set<string>()
    const found = { hasNearlyAll: isAlone, common, until: now + fresh.size }
    const made: Workspace = { ...found, ways: new Map(), tooMany: new Set() }
    workspaces.delete(workspaceId)
    dropFirst(workspaces, most.workspaces)
    workspaces.set(workspaceId, made)
    return made
  })

  const searchOf = ({ common, hasNearlyAll, tooMany, ways }: Workspace, filters: Filters, now: number) => {
    const place = placeOf(filters)
    const key = JSON.stringify([place, filters.q, filters.search])
    const found = ways.get(key)
    const lately = found !== undefined && now < found.until ? found : undefined
    const known: Known = { common, hasNearlyAll, isLarge: tooMany.has(place), way: lately?.way }
    const learn = (way: Way, took: number) => {
      // A walk implies that there were too many deals to read.
      if (way === "walk" && !tooMany.has(place)) {
        dropFirst(tooMany, most.searches)
        tooMany.add(place)
      }
      if (key.length > most.length) return
      ways.delete(key)
      dropFirst(ways, most.searches)
      ways.set(key, { way, isLight: took <= lightLimit, until: lately?.until ?? now + fresh.way })
    }
    return { known, isLight: lately?.isLight === true, learn }
  }

  /** Returns what is known about a search at the time `at`, and `learn`, which records the way and the milliseconds of its first page. */
  return (workspaceId: string, filters: Filters, at: string) => {
    const now = Date.parse(at)
    const known = workspaces.get(workspaceId)
    if (known !== undefined && now < known.until) return Effect.succeed(searchOf(known, filters, now))
    // One caller refreshes the entry while others go on using the old one.
    if (known !== undefined) known.until = now + fresh.look
    return Effect.map(look(workspaceId, now), (made) => searchOf(made, filters, now))
  }
}
