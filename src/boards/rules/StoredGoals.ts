/** The goals that a board has besides its monthly ones, as the JSON object in which they are stored. */
import { Schema } from "effect"
import type { By } from "../../../schema/Forecast.ts"
import { Figures, type Goals, type OtherGoals } from "../../../schema/Goals.ts"
import { UserId } from "../../../schema/Id.ts"

/** Keys are `quarter`, `month:<owner>` and `quarter:<owner>`. */
export type StoredGoals = Readonly<Record<string, Figures>>

/** The maximum number of goals in one board, besides its monthly ones. */
export const maxGoals = 200

const split = (key: string) => {
  const [period, owner] = key.split(":")
  return { period: period as By, ownerId: owner === undefined ? null : UserId.make(owner) }
}

/** The ids of the people who have goals. */
export const ownersOf = (stored: object): ReadonlyArray<UserId> =>
  Object.keys(stored).flatMap((key) => split(key).ownerId ?? [])

const isFigures = Schema.is(Figures)
const isUserId = Schema.is(UserId)

/** Checks JSON from outside, such as an imported file. */
export const isValid = (value: object): value is StoredGoals =>
  Object.entries(value).every(([key, figures]) => {
    const [period, owner, ...rest] = key.split(":")
    const hasOwner = owner === undefined ? period !== "month" : isUserId(owner)
    return (period === "month" || period === "quarter") && hasOwner && rest.length === 0 && isFigures(figures)
  })

export const keyOf = (period: By, ownerId?: UserId): string =>
  ownerId === undefined ? period : `${period}:${ownerId}`

export const hasFigure = ({ deal_value, deals_won, proposals }: Figures): boolean =>
  [deal_value, deals_won, proposals].some((figure) => figure !== null)

/** Sets the goals of a key, or removes them if there is no figure. */
export const put = (stored: StoredGoals, key: string, figures: Figures): StoredGoals => {
  const { [key]: _, ...others } = stored
  return hasFigure(figures) ? { ...others, [key]: figures } : others
}

export const toGoals = (monthly: Figures, stored: StoredGoals): Goals => {
  const others = Object.entries(stored)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, figures]): OtherGoals => ({ ...split(key), ...figures }))
  return others.length === 0 ? monthly : { ...monthly, others }
}
