/** For an empty list: what it would find with fewer filters. */

/** One change of the input, and the words for it. */
export interface Change<Input> {
  readonly ask: string
  readonly to: (input: Input) => Input
}

/** The most matches that are counted; above this the hint says "or more". */
export const most = 100

/** `counts` belong to `all`, the smallest changes first. `otherwise` is the hint if a wider search for a text finds nothing. */
export const hint = (
  all: ReadonlyArray<{ readonly ask: string }>,
  counts: ReadonlyArray<number>,
  otherwise: string | undefined
): string | undefined => {
  const index = counts.findIndex((count) => count > 0)
  if (index < 0) return all.length > 0 ? otherwise : undefined
  const [{ ask }, count] = [all[index]!, counts[index]!]
  return `Nothing matches all of this, but ${count >= most ? `${most} or more do` : count === 1 ? "1 does" : `${count} do`} ${ask}.`
}

const subsets = <A>(all: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  all.reduce<ReadonlyArray<ReadonlyArray<A>>>(
    (made, one) => [...made, ...made.map((some) => [...some, one])],
    [[]]
  )

/** Drops those of the filters `names` that were sent, all together. */
export const without = <Input extends object>(
  input: Input,
  names: ReadonlyArray<string>
): ReadonlyArray<Change<Input>> => {
  const given = names.filter((name) => input[name as keyof Input] !== undefined)
  const to = (before: Input) =>
    Object.fromEntries(Object.entries(before).filter(([name]) => !given.includes(name))) as Input
  return given.length === 0 ? [] : [{ ask: `without ${given.join(" and ")}`, to }]
}

/** Drops the board and stage filters. */
export const anywhere = <Input extends object>(input: Input): ReadonlyArray<Change<Input>> =>
  without(input, ["boardId", "stageId"])

/** Searches the words of `q` in any order and field, as this tool does; none if `q` is not a valid search. */
export const words = <Input extends { readonly q?: string; readonly search?: string }>(
  { q, search }: Input,
  tool: string,
  isSearch: (text: string) => boolean
): ReadonlyArray<Change<Input>> =>
  q === undefined || q.trim() === "" || search !== undefined || !isSearch(q)
    ? []
    : [{ ask: `with ${tool}`, to: ({ q: text, ...rest }) => ({ ...rest, search: text }) as unknown as Input }]

/**
 * Every combination of the changes, the fewest first, with the filters that result (`asked` applies the defaults again to
 * what is then not sent). Combinations with the same filters as an earlier one are left out.
 */
export const of = <Input, Filters>(
  input: Input,
  changes: ReadonlyArray<Change<Input>>,
  asked: (input: Input) => Filters
): ReadonlyArray<{ readonly ask: string; readonly filters: Filters }> => {
  const ways = subsets(changes)
    .toSorted((a, b) => a.length - b.length)
    .map((some) => ({
      ask: some.map(({ ask }) => ask).join(" and "),
      filters: asked(some.reduce((before, { to }) => to(before), input))
    }))
  const texts = ways.map(({ filters }) => JSON.stringify(filters))
  return ways.filter((_, index) => index > 0 && texts.indexOf(texts[index]!) === index)
}
