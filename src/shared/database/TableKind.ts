/** The tables that operations depend on, so that a blocked table delays only the work that needs it. */

type Kind = "deals" | "leads" | "rest"

/** By the first part of an operation's id. Other operations depend on neither. */
const kinds: Readonly<Record<string, Kind>> = {
  boards: "deals",
  cards: "deals",
  deals: "deals",
  match: "deals",
  notes: "deals",
  reports: "deals",
  templates: "deals",
  imports: "deals",
  intake: "leads",
  leads: "leads",
  undo: "deals"
}

export const kindOf = (operationId: string): Kind => kinds[operationId.split(".", 1)[0]!] ?? "rest"
