/** When a board changes currency, its own amounts keep their number of minor units, so their meaning changes. */
import type { Board } from "../../../schema/Board.ts"
import * as Money from "../../values/Money.ts"

/** Tells what to check after the change. Plain ASCII, for a header. */
export const warning = ({
  currency,
  defaultDealAmountCents: cents
}: Pick<Board, "currency" | "defaultDealAmountCents">) =>
  `Nothing is converted when a board's currency changes: defaultDealAmountCents ${cents} is ${Money.typed(cents, currency)} ${currency}, and the monthly goal deal_value is now in ${currency} too. Check both (PATCH /v1/boards/{id}, PUT /v1/boards/{id}/goals).`
