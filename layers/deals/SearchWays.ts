/**
 * What this process knows of the searches of deals that a workspace did lately: how they were done, so that another page of one, or
 * the same once more, does not find it out again. A search that was told wrong finds the same and takes longer, for as long as `fresh`.
 */
import { Effect } from "effect"
import type { Sql } from "../database/Sql.ts"
import type { Filters } from "./DealLists.ts"
import type { Known, Way } from "./DealSearch.ts"
import * as RareParts from "./RareParts.ts"

/** Milliseconds. The second, of what is known of all searches, also bounds how long a server that has become a cluster is taken for a single one. */
const fresh = { way: 30_000, size: 60_000, look: 5_000 }

/**
 * Milliseconds that a light search takes at most, once it has a connection. Others take longer: a walk for what is common elsewhere
 * and rare in a large stage.
 */
const light = 5

const most = { workspaces: 200, searches: 64, length: 500 }

/** From how many deals on, and from which part of all that the server has, a workspace's are nearly all. */
const large = { deals: 1_000, part: 0.9 }

interface Learned {
  readonly way: Way
  readonly isLight: boolean
  readonly until: number
}

interface Workspace extends Pick<Known, "hasNearlyAll" | "common"> {
  until: number
  /** By filters and texts, the first learned first. */
  readonly ways: Map<string, Learned>
  /** Filters that too many deals are left by to read them one by one, whatever the text. */
  readonly tooMany: Set<string>
}

const placeOf = ({ boardId, stageId, status }: Filters) => JSON.stringify([boardId, stageId, status])

interface Kept {
  readonly size: number
  readonly keys: () => Iterator<string>
  readonly delete: (key: string) => boolean
}

const dropFirst = (kept: Kept, most: number) => {
  if (kept.size >= most) kept.delete(kept.keys().next().value!)
}

export const make = (sql: Sql) => {
  const workspaces = new Map<string, Workspace>()

  /** No on a cluster: its statements must say which workspace they are for in a form that an index has. */
  const hasNearlyAll = Effect.fnUntraced(function* (workspaceId: string) {
    const [table] = yield* sql<{ deals: number }>`SELECT reltuples::float8 AS deals FROM pg_class
      WHERE oid = 'deals'::regclass AND to_regclass('pg_catalog.pg_dist_partition') IS NULL`
    if (table === undefined || table.deals < large.deals) return false
    const [own] = yield* sql<{ deals: number }>`SELECT coalesce(sum(deals), 0)::float8 AS deals
      FROM deal_totals WHERE workspace_id = ${workspaceId} AND key LIKE 'stage:%'`
    return own!.deals >= large.part * table.deals
  })

  const look = Effect.fnUntraced(function* (workspaceId: string, now: number) {
    const isAlone = yield* hasNearlyAll(workspaceId)
    // Elsewhere the list of all the workspace's deals is read for each deal found, whatever the text.
    const common = isAlone ? yield* RareParts.common(sql, workspaceId) : new Set<string>()
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
      // Only what has too many deals to read is walked.
      if (way === "walk" && !tooMany.has(place)) {
        dropFirst(tooMany, most.searches)
        tooMany.add(place)
      }
      if (key.length > most.length) return
      ways.delete(key)
      dropFirst(ways, most.searches)
      ways.set(key, { way, isLight: took <= light, until: lately?.until ?? now + fresh.way })
    }
    return { known, isLight: lately?.isLight === true, learn }
  }

  /** What is known of a search at the time `at`, and what to tell of its first page: the way, and the milliseconds it took. */
  return (workspaceId: string, filters: Filters, at: string) => {
    const now = Date.parse(at)
    const known = workspaces.get(workspaceId)
    if (known !== undefined && now < known.until) return Effect.succeed(searchOf(known, filters, now))
    // Others go on by what was known, while one looks.
    if (known !== undefined) known.until = now + fresh.look
    return Effect.map(look(workspaceId, now), (made) => searchOf(made, filters, now))
  }
}
