/** How sure a deal is. The stage's default isn't stored, so that it follows the deal to other stages. */
import type { Deal } from "../../../schema/Deal.ts"
import type { Region } from "../../../schema/Stage.ts"

type ForecastCategory = Deal["forecastCategory"]

/** `byDefault` in SQL, of the stage `s`. */
export const sqlDefault = "CASE s.region WHEN 'late' THEN 'best_case' ELSE 'pipeline' END"

export const byDefault = (region: Region): ForecastCategory => (region === "late" ? "best_case" : "pipeline")

/** The category that is stored; null if it is the stage's default. */
export const chosen = ({
  forecastCategory,
  stage
}: Pick<Deal, "forecastCategory" | "stage">): ForecastCategory | null =>
  forecastCategory === byDefault(stage.region) ? null : forecastCategory
