/**
 * Whether a statement reaches one shard of a distributed database, read from its text as PostgreSQL parses it. Citus
 * finds the shard of each table in each query by the values that the table's own column is compared with there; the
 * value of an outer query's column doesn't count, and such a statement asks every shard.
 */
import { loadModule, parseSync } from "libpg-query"
import * as Distribution from "../../../migrations/distribution.ts"

await loadModule()

type Node = Readonly<Record<string, any>>

/** The column that says in which shard a row is; undefined of tables that every node has whole. */
const keyOf = (table: string): string | undefined =>
  Distribution.byWorkspace.includes(table) ? "workspace_id" : Distribution.byColumn[table]

export interface Routing {
  /** Distributed tables without such a value. */
  readonly lost: Array<string>
  /** The values: positions of parameters, or literals. */
  readonly keys: Array<number | string>
}

/** One query: its tables by alias, and which columns are equal to which values and columns. */
interface Level {
  readonly tables: Map<string, string>
  readonly equal: Array<readonly [from: Node, to: Node]>
}

const valueOf = (node: Node | undefined): number | string | undefined =>
  node?.["TypeCast"] === undefined
    ? (node?.["ParamRef"]?.number ?? node?.["A_Const"]?.sval?.sval)
    : valueOf(node["TypeCast"].arg)

/** As `alias.column`; without an alias it is of the table whose shards it tells apart. */
const columnOf = ({ tables }: Level, node: Node | undefined): string | undefined => {
  const fields: ReadonlyArray<string> | undefined = node?.["ColumnRef"]?.fields.map(
    (field: Node) => field["String"]?.sval
  )
  if (fields === undefined || fields.length > 1) return fields?.join(".")
  const [alias] = [...tables].find(([, table]) => keyOf(table) === fields[0]) ?? []
  return `${alias}.${fields[0]}`
}

/** The equalities that hold of every row. */
const equalities = (node: Node | undefined): Array<readonly [Node, Node]> => {
  if (node?.["BoolExpr"]?.boolop === "AND_EXPR") return node["BoolExpr"].args.flatMap(equalities)
  const { kind, lexpr, name, rexpr } = node?.["A_Expr"] ?? {}
  return kind === "AEXPR_OP" && name[0].String.sval === "=" ? [[lexpr, rexpr]] : []
}

/** Adds a part of FROM; returns its aliases. */
const enter = (level: Level, ctes: ReadonlySet<string>, item: Node): ReadonlyArray<string> => {
  if (item["RangeVar"] !== undefined) {
    const { alias, relname } = item["RangeVar"]
    if (ctes.has(relname)) return []
    level.tables.set(alias?.aliasname ?? relname, relname)
    return [alias?.aliasname ?? relname]
  }
  if (item["JoinExpr"] === undefined) return []
  const { jointype, larg, quals, rarg } = item["JoinExpr"]
  const left = enter(level, ctes, larg)
  const right = enter(level, ctes, rarg)
  for (const [a, b] of equalities(quals)) {
    // What an outer join asks of a row says nothing of the rows on its left.
    const says = (to: Node) =>
      jointype === "JOIN_INNER" || right.some((alias) => columnOf(level, to)?.startsWith(`${alias}.`))
    if (says(b)) level.equal.push([a, b])
    if (says(a)) level.equal.push([b, a])
  }
  return [...left, ...right]
}

/** The columns that are known to have one value. */
const knownOf = (level: Level): ReadonlyMap<string, number | string> => {
  const known = new Map<string, number | string>()
  for (let size = -1; size < known.size;) {
    size = known.size
    for (const [from, to] of level.equal) {
      const value = valueOf(from) ?? known.get(columnOf(level, from) ?? "")
      const column = columnOf(level, to)
      if (value !== undefined && column !== undefined && !known.has(column)) known.set(column, value)
    }
  }
  return known
}

const statements = ["SelectStmt", "InsertStmt", "UpdateStmt", "DeleteStmt"]

const ctesOf = (node: unknown, found = new Set<string>()): ReadonlySet<string> => {
  if (typeof node !== "object" || node === null) return found
  const name = (node as Node)["CommonTableExpr"]?.ctename
  if (name !== undefined) found.add(name)
  for (const part of Object.values(node)) ctesOf(part, found)
  return found
}

/** How a statement finds its shard. */
export const routing = (text: string): Routing => {
  const found: Routing = { lost: [], keys: [] }
  const tree = parseSync(text).stmts
  const ctes = ctesOf(tree)

  const add = (table: string, value: number | string | undefined) => {
    if (value === undefined) found.lost.push(table)
    else found.keys.push(value)
  }

  const levelOf = (items: ReadonlyArray<Node>, where: Node | undefined) => {
    const equal = equalities(where).flatMap(([a, b]): Level["equal"] => [
      [a, b],
      [b, a]
    ])
    const level: Level = { tables: new Map(), equal }
    for (const item of items) enter(level, ctes, item)
    return { level, known: knownOf(level) }
  }

  const insert = ({ cols = [], relation, selectStmt }: Node) => {
    const key = keyOf(relation.relname)
    if (key === undefined) return
    const place = cols.findIndex((column: Node) => column["ResTarget"].name === key)
    const { fromClause = [], targetList, valuesLists, whereClause } = selectStmt.SelectStmt
    const { known, level } = levelOf(fromClause, whereClause)
    const given: ReadonlyArray<Node | undefined> = valuesLists?.map(
      (row: Node) => row["List"].items[place]
    ) ?? [targetList[place]?.ResTarget.val]
    for (const one of given) add(relation.relname, valueOf(one) ?? known.get(columnOf(level, one) ?? ""))
  }

  const query = (kind: string, node: Node) => {
    const { fromClause = [], larg, rarg, relation, usingClause = [], whereClause } = node
    if (kind === "InsertStmt") insert(node)
    else {
      const target = relation === undefined ? [] : [{ RangeVar: relation }]
      const { known, level } = levelOf([...target, ...fromClause, ...usingClause], whereClause)
      for (const [alias, table] of level.tables) {
        const key = keyOf(table)
        if (key !== undefined) add(table, known.get(`${alias}.${key}`))
      }
    }
    for (const side of [larg, rarg]) if (side !== undefined) query("SelectStmt", side)
    visit(node)
  }

  const visit = (node: unknown) => {
    if (typeof node !== "object" || node === null) return
    for (const [name, part] of Object.entries(node)) {
      if (statements.includes(name)) query(name, part)
      else if (name !== "larg" && name !== "rarg") visit(part)
      else if (!("op" in part)) visit(part)
    }
  }

  visit(tree)
  return found
}
