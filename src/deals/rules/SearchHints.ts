/** Suggests which filters to remove if a list is empty. */

/** A change of the input, and its description. */
export interface Change<Input> {
  readonly ask: string
  readonly to: (input: Input) => Input
}

/** The maximum number of matches counted. Above this the hint says "or more". */
export const maxCounted = 100

/** `counts` correspond to `all`, smallest changes first. `otherwise` is the hint if a wider text search finds nothing. */
export const hint = (
  all: ReadonlyArray<{ readonly ask: string }>,
  counts: ReadonlyArray<number>,
  otherwise: string | undefined
): string | undefined => {
  const index = counts.findIndex((count) => count > 0)
  if (index < 0) return all.length > 0 ? otherwise : undefined
  const [{ ask }, count] = [all[index]!, counts[index]!]
  return `Nothing matches all of this, but ${count >= maxCounted ? `${maxCounted} or more do` : count === 1 ? "1 does" : `${count} do`} ${ask}.`
}

const subsets = <A>(all: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  all.reduce<ReadonlyArray<ReadonlyArray<A>>>(
    (made, one) => [...made, ...made.map((some) => [...some, one])],
    [[]]
  )

/** Removes those of the filters `names` that were sent, all at once. */
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

/** Searches the words of `q` in any order and field, as this tool does. Empty if `q` isn't a valid search. */
export const words = <Input extends { readonly q?: string; readonly search?: string }>(
  { q, search }: Input,
  tool: string,
  isSearch: (text: string) => boolean
): ReadonlyArray<Change<Input>> =>
  q === undefined || q.trim() === "" || search !== undefined || !isSearch(q)
    ? []
    : [{ ask: `with ${tool}`, to: ({ q: text, ...rest }) => ({ ...rest, search: text }) as unknown as Input }]

/**
 * All combinations of the changes, smallest first, with the resulting filters. `asked` applies defaults to parameters that are then
 * missing. Combinations with the same filters as an earlier one are dropped.
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
