/** Changing a board's currency keeps the numbers of its amounts, so their value changes. */
import type { Board } from "../../../schema/Board.ts"
import * as Money from "../../shared/Money.ts"

/** Warns what to check after the change. ASCII only, because it is sent in a header. */
export const warning = ({
  currency,
  defaultDealAmountCents: cents
}: Pick<Board, "currency" | "defaultDealAmountCents">) =>
  `Nothing is converted when a board's currency changes: defaultDealAmountCents ${cents} is ${Money.typed(cents, currency)} ${currency}, and the monthly goal deal_value is now in ${currency} too. Check both (PATCH /v1/boards/{id}, PUT /v1/boards/{id}/goals).`
