/** A deleted deal, as the page that restores it shows it. */
import { Schema, Struct } from "effect"
import { ActorRef } from "./Actor.ts"
import { Deal } from "./Deal.ts"
import * as Field from "./Field.ts"
import * as Page from "./Page.ts"

export const DeletedDeal = Schema.Struct({
  ...Struct.pick(Deal.fields, ["id", "boardId", "name", "company", "amountCents", "currency", "stage"]),
  boardName: Field.of("Board", "Name of its board.", Schema.String),
  deletedAt: Field.of("Deleted", "Time of deletion.", Field.Timestamp),
  deletedBy: Field.of("Deleted by", "Who deleted it; null if not known.", Schema.NullOr(ActorRef)),
  until: Field.of("Until", "Until when it can be restored.", Field.Timestamp)
}).annotate({ identifier: "DeletedDeal" })
export type DeletedDeal = typeof DeletedDeal.Type

export const DeletedDealList = Page.of("DeletedDealList", DeletedDeal)
