/**
 * The vocabulary of reports, and their formats of numbers and days. Cards run `english` in the browser, so it has no dependencies. Pages
 * have other languages.
 */
export interface ReportWords {
  /** Locales for numbers and amounts, and for days. */
  readonly numbers: string
  readonly dates: string
  readonly deals: (count: number, written: string) => string
  readonly metrics: Readonly<Record<string, string>>
  readonly paces: Readonly<Record<string, string>>
  readonly noGoal: string
  readonly noPace: string
  readonly ofGoal: (goal: string, pace: string) => string
  readonly percentOf: (percent: number, goal: string) => string
  readonly dayOf: (day: number, days: number) => string
  readonly thisMonth: string
  readonly towardsGoals: string
  readonly forecast: string
  readonly openByStage: string
  readonly dealsWon: string
  readonly averageDeal: string
  readonly wonThisMonth: string
  readonly wonInMonth: string
  readonly valueByWeek: string
  readonly highest: (amount: string) => string
  readonly progress: string
  readonly lastWeeks: (count: number) => string
  readonly created: string
  readonly won: string
  readonly lost: string
  readonly dealsByWeek: string
  readonly summary: string
  readonly openDeals: string
  readonly lostThisMonth: (deals: string) => string
  readonly pipeline: string
  readonly weighted: string
  readonly byProbability: string
  readonly byStageWeighted: string
  readonly quiet: (deals: string) => string
  readonly since: (stage: string, day: string) => string
  readonly noAmount: string
  readonly weightedPipeline: string
  readonly foreign: (what: string, each: string) => string
  readonly allOpen: string
  readonly inCurrency: (deals: string, currency: string) => string
  readonly undated: (deals: string) => string
  readonly months: string
  readonly proposals: string
  readonly winRate: string
  readonly ofClosed: (deals: string) => string
  readonly byOwner: string
  readonly wonOf: (deals: string) => string
  readonly besideWon: (proposals: string, lost: string) => string
  readonly dealsByMonth: string
  readonly funnel: string
  readonly entered: (count: string) => string
  readonly enteredAndOn: (count: string, percent: number) => string
  readonly hours: (count: number, written: string) => string
  readonly days: (count: number, written: string) => string
  readonly skipped: string
  readonly fromStageToStage: string
}

export function english(): ReportWords {
  return {
    numbers: "en-US",
    dates: "en-GB",
    deals: (count, written) => `${written} ${count === 1 ? "deal" : "deals"}`,
    metrics: {},
    paces: { "on-track": "on track" },
    noGoal: "no goal set",
    noPace: "no pace",
    ofGoal: (goal, pace) => `of ${goal}, ${pace}`,
    percentOf: (percent, goal) => `${percent}% of ${goal}`,
    dayOf: (day, days) => `day ${day} of ${days}`,
    thisMonth: "This month",
    towardsGoals: "Towards the goals",
    forecast: "Won, and the weighted pipeline",
    openByStage: "Open deals by stage",
    dealsWon: "Deals won",
    averageDeal: "Average deal",
    wonThisMonth: "Won this month",
    wonInMonth: "won this month",
    valueByWeek: "Value won by week",
    highest: (amount) => `highest: ${amount}`,
    progress: "Deal progress",
    lastWeeks: (count) => `last ${count} weeks`,
    created: "Created",
    won: "Won",
    lost: "Lost",
    dealsByWeek: "Deals by week",
    summary: "Dealboard summary",
    openDeals: "Open deals",
    lostThisMonth: (deals) => `${deals} lost this month`,
    pipeline: "Pipeline",
    weighted: "Weighted",
    byProbability: "by probability",
    byStageWeighted: "Open deals by stage, weighted part in full colour",
    quiet: (deals) => `Quiet for 30 days: ${deals}`,
    since: (stage, day) => `${stage}, since ${day}`,
    noAmount: "no amount",
    weightedPipeline: "Weighted pipeline",
    foreign: (what, each) => `${what} in other currencies, counted but not in the sums: ${each}.`,
    allOpen: "all open deals",
    inCurrency: (deals, currency) => `${deals} in ${currency}`,
    undated: (deals) =>
      `Won without a date, because an edit and not a move set their stage, so in no month: ${deals}.`,
    months: "Months",
    proposals: "Proposals",
    winRate: "Win rate",
    ofClosed: (deals) => `of ${deals} closed`,
    byOwner: "By owner",
    wonOf: (deals) => `${deals} won`,
    besideWon: (proposals, lost) => `${proposals} proposed, ${lost} lost`,
    dealsByMonth: "Deals by month",
    funnel: "Funnel",
    entered: (count) => `${count} in`,
    enteredAndOn: (count, percent) => `${count} in, ${percent}% moved on`,
    hours: (count, written) => (count === 1 ? "1 hour there" : `${written} hours there`),
    days: (count, written) => (count === 1 ? "1 day there" : `${written} days there`),
    skipped:
      "Of the deals that left a stage, the share that moved on, and how long they had been there. Skipped stages are not entered.",
    fromStageToStage: "From stage to stage"
  }
}
