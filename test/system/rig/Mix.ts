/** The clients' requests: mostly writes, on deals that they have created. */
import type { Kind, Ledger, Op } from "./Ledger.ts"
import type { Random } from "./Random.ts"

export interface Workplace {
  readonly token: string
  readonly boardId: string
}

export interface Subject {
  readonly main: Workplace
  /** A workspace on the free plan, to check its cap on active deals. */
  readonly capped: Workplace | undefined
  readonly stages: ReadonlyArray<string>
}

type Draft = Omit<Op, "tries" | "mark" | "token" | "kind"> & { readonly token?: string }

const weights: ReadonlyArray<readonly [Kind, number]> = [
  ["create", 24],
  ["bare", 8],
  ["capped", 6],
  ["move", 16],
  ["patch", 14],
  ["note", 8],
  ["lead", 8],
  ["get", 8],
  ["list", 4],
  ["me", 4]
]

const total = weights.reduce((sum, [, weight]) => sum + weight, 0)

export const make = (subject: Subject, ledger: Ledger, random: Random, tag: string) => {
  let count = 0
  /** Existing deals; the first three are used most. */
  const deals: Array<string> = []

  const deal = () =>
    random.next() < 0.3 ? deals[random.below(Math.min(3, deals.length))] : random.pick(deals)

  const draftOf = (kind: Kind, mark: string): Draft | undefined => {
    const { capped, main } = subject
    const { boardId } = main
    const of = kind === "create" || kind === "bare" || kind === "capped" || kind === "lead" ? "" : deal()
    if (of === undefined) return undefined
    const write = (path: string, body: object) => ({ method: "POST", path, key: mark, body })
    const priced = () => ({ boardId, name: mark, amountCents: random.below(1e6) })
    switch (kind) {
      case "create":
        return write("/v1/deals", priced())
      case "bare":
        return { method: "POST", path: "/v1/deals", body: priced() }
      case "capped":
        return (
          capped && { ...write("/v1/deals", { boardId: capped.boardId, name: mark }), token: capped.token }
        )
      case "move":
        return write(`/v1/deals/${of}/move`, { toStageId: random.pick(subject.stages) })
      case "patch":
        return {
          ...write(`/v1/deals/${of}`, { keyTerms: mark, amountCents: random.below(1e6) }),
          method: "PATCH"
        }
      case "note":
        return write(`/v1/deals/${of}/notes`, { contentText: mark })
      case "lead":
        return write("/v1/leads", { boardId, firstName: mark, workEmail: `${mark}@acme.example` })
      case "get":
        return { method: "GET", path: `/v1/deals/${of}` }
      case "list":
        return { method: "GET", path: "/v1/deals?limit=20" }
      default:
        return { method: "GET", path: "/v1/me" }
    }
  }

  const chosen = (): Kind => {
    let rest = random.below(total)
    return weights.find(([, weight]) => (rest -= weight) < 0)![0]
  }

  /** Requests that a fault adds. */
  const fixed = (kind: Kind, draft: (mark: string) => Draft, mark = `${tag}-${++count}`): Op => {
    const made: Op = { token: subject.main.token, ...draft(mark), kind, mark, tries: [] }
    ledger.ops.push(made)
    return made
  }

  const op = (kind: Kind): Op => {
    const mark = `${tag}-${++count}`
    const draft = draftOf(kind, mark)
    return fixed(draft === undefined ? "create" : kind, () => draft ?? draftOf("create", mark)!, mark)
  }

  return {
    fixed,
    write: () => op(chosen()),
    read: () => op(random.pick(["get", "list", "me"] as const)),
    /** Adds an existing deal. */
    learn: (id: string) => void deals.push(id),
    deals: deals as ReadonlyArray<string>
  }
}

export type Mix = ReturnType<typeof make>
