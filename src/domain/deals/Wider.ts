/** What a list that came out empty would hold if less were asked of it. */

/** One thing to ask differently, and how that is said. */
export interface Change<Input> {
  readonly ask: string
  readonly to: (input: Input) => Input
}

/** How many are counted: of more than these it is enough to know. */
export const most = 100

/** `counts` are of `all`, in the order of how little they change; `searched` says whether there was a text to find. */
export const hint = (
  all: ReadonlyArray<{ readonly ask: string }>,
  counts: ReadonlyArray<number>,
  searched: boolean
): string | undefined => {
  const index = counts.findIndex((count) => count > 0)
  if (index < 0) return searched && all.length > 0 ? "No wider search finds anything either." : undefined
  const [{ ask }, count] = [all[index]!, counts[index]!]
  return `Nothing matches all of this, but ${count >= most ? `${most} or more do` : count === 1 ? "1 does" : `${count} do`} ${ask}.`
}

const subsets = <A>(all: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  all.reduce<ReadonlyArray<ReadonlyArray<A>>>(
    (made, one) => [...made, ...made.map((some) => [...some, one])],
    [[]]
  )

/** Without the board and the stage, if either is given. */
export const anywhere = <Input extends { readonly boardId?: unknown; readonly stageId?: unknown }>(
  input: Input
): ReadonlyArray<Change<Input>> => {
  const given = (["boardId", "stageId"] as const).filter((name) => input[name] !== undefined)
  const without = given.join(" and ")
  const to = ({ boardId: _, stageId: __, ...rest }: Input) => rest as Input
  return given.length === 0 ? [] : [{ ask: `without ${without}`, to }]
}

/** With the words of `q` in any order and field, as the tool of this name finds them; left out where `q` is no search. */
export const words = <Input extends { readonly q?: string; readonly search?: string }>(
  { q, search }: Input,
  tool: string,
  isSearch: (text: string) => boolean
): ReadonlyArray<Change<Input>> =>
  q === undefined || q.trim() === "" || search !== undefined || !isSearch(q)
    ? []
    : [{ ask: `with ${tool}`, to: ({ q: text, ...rest }) => ({ ...rest, search: text }) as unknown as Input }]

/**
 * Every way to make some of the changes, the fewest first, with the filters that a caller who does so asks for
 * (`asked`): what is not sent has its default again. Ways that ask for what another asked for are left out.
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
