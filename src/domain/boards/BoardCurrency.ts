/** What a new currency does to a board's own amounts: they keep their minor units, and so mean something else. */
import type { Board } from "../../../schema/Board.ts"
import * as Money from "../platform/Money.ts"

/** What to check after a change. Plain ASCII, for a header. */
export const warning = ({
  currency,
  defaultDealAmountCents: cents
}: Pick<Board, "currency" | "defaultDealAmountCents">) =>
  `Nothing is converted when a board's currency changes: defaultDealAmountCents ${cents} is ${Money.typed(cents, currency)} ${currency}, and the month's goal deal_value counts in ${currency} too. Check both (PATCH /v1/boards/{id}, PUT /v1/boards/{id}/goals).`
