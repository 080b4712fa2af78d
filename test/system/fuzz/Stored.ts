/** Text that is costly to render, stored before the run and read on every page and list that shows it. */

const fill = (unit: string, length = 20_000) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/** Markup that nests, or that takes quadratic time to parse. */
const markup = [
  ">",
  "> ",
  "- ",
  "1. ",
  "+ ",
  "- a\n\n",
  "- a\n  - b\n    - c\n",
  "# a\n",
  "a|b\n-|-\n",
  "[",
  "![",
  "](a)",
  "<a ",
  "<div>",
  "*a_ ",
  "`a",
  "http://a.b ",
  "a@b.c ",
  "\\",
  "\n"
]

type Api = (method: string, path: string, body: object) => Promise<any>

/** Returns the addresses that show the stored text. */
export const store = async (api: Api, boardId: string): Promise<ReadonlyArray<string>> => {
  const paths: Array<string> = []
  for (const unit of markup) {
    const made = await api("POST", "/v1/leads", {
      boardId,
      companyName: `Shows ${unit.trim()}`,
      message: fill(unit)
    })
    await api("PATCH", `/v1/leads/${made.id}`, { enrichment: { body: fill(unit, 200_000), score: 50 } })
    paths.push(`/leads/${made.id}`, `/v1/leads/${made.id}`)
  }
  const deal = await api("POST", "/v1/deals", { boardId, name: "Shows notes", keyTerms: fill("\n") })
  for (let index = 0; index < 60; index++) {
    await api("POST", `/v1/deals/${deal.id}/notes`, {
      contentText: `${fill(markup[index % markup.length]!, 19_999)}!`
    })
  }
  return [
    ...paths,
    `/deals/${deal.id}`,
    `/deals/${deal.id}/edit`,
    `/v1/deals/${deal.id}/notes?limit=100`,
    `/v1/deals/${deal.id}/activity?limit=100`,
    "/v1/leads?limit=100",
    "/leads",
    `/boards/${boardId}`
  ]
}
