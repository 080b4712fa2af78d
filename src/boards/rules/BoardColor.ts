/** The gradient of a board, chosen by its id. */

const palette = [
  ["#4f46e5", "#06b6d4"],
  ["#0f766e", "#84cc16"],
  ["#be185d", "#f97316"],
  ["#7c3aed", "#ec4899"],
  ["#0369a1", "#22c55e"],
  ["#b45309", "#facc15"],
  ["#334155", "#0ea5e9"],
  ["#9f1239", "#a855f7"]
] as const

export const of = (boardId: string): string => {
  const [from, to] = palette[Number.parseInt(boardId.slice(-2), 16) % palette.length]!
  return `linear-gradient(135deg, ${from}, ${to})`
}
