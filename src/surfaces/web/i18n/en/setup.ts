/** The settings of boards, and their stages. */
import { html, type Part } from "../../Html.ts"
import { locale } from "./locale.ts"

const { number } = locale

export const setup = {
  nameHint: "For example a product or team: “Enterprise”, “Partners”.",
  newCurrency: "Used for new deals.",
  made: (when: Part) => html`created ${when}`,
  newBoard: "New board",
  freePlan: "The free plan includes one board.",
  create: "Create board",
  title: "Boards",
  about: "A board is one pipeline: its stages, its currency, its goals for the month.",
  ofAdmins: "Admins can create and change boards.",
  older: "Older boards",
  created: (name: Part) => html`Board ${name} created with default stages.`,
  currencyHint:
    "Existing deals keep their currency, and sums include only the board’s currency. Check the amounts below and the goals after a change.",
  amountHint: "Used when no amount is given.",
  proposalsHint: "Deals that reach the anchor stage.",
  details: "Name and money",
  save: "Save",
  goals: "Goals",
  aboutGoals:
    "Goals repeat every month or quarter, for the whole board or one owner. Leave a field empty if it has no goal.",
  period: "Period",
  periods: { month: "Every month", quarter: "Every quarter" },
  owner: "Owner",
  wholeBoard: "The whole board",
  otherGoals: "Goals for quarters and owners",
  saveGoals: "Save goals",
  none: "none",
  currency: "Currency",
  newAmount: "Amount of a new deal",
  proposals: "Proposals a month",
  won: "Deals won a month",
  value: "Their value",
  all: "All boards",
  open: "Open board",
  saved: "Board saved.",
  savedInCurrency: (amount: Part, goal: Part) =>
    html`Board saved. Amounts weren’t converted: a new deal is now ${amount}, and the monthly value goal
    ${goal}. Check both.`,
  goalsSaved: "Goals saved.",
  noSuchButton: "Nothing was saved. Use a button of the form below.",
  stagesSaved: "Stages saved.",
  meanings: {
    early: "Up to six, before the proposal.",
    anchor: "A deal in it counts as a proposal.",
    late: "Up to six, from the proposal to the decision.",
    won: "Always 100 %. It can be renamed.",
    dead: "Always 0 %. It can be renamed."
  },
  up: (stage: Part) => html`Move up ${stage}`,
  down: (stage: Part) => html`Move down ${stage}`,
  remove: "Remove",
  order: (stage: Part) => html`Order of ${stage}`,
  stageName: "Name",
  percent: "Probability in percent",
  probability: "Probability",
  add: { early: "Add an early stage", late: "Add a late stage" },
  choose: "Choose a stage",
  removed: "the removed stage",
  dealsGo: (stage: Part) => html`Deals of “${stage}” go to`,
  saveStages: "Save stages",
  stages: "Stages",
  unsaved: "Unsaved changes.",
  handling: "Drag, or press the arrow keys, to change the order.",
  newOrder: "The new order is not saved yet.",
  discard: "Discard changes",
  stage: "Stage",
  region: "Region",
  quoted: (name: Part) => html`“${name}”`,
  newStage: "The new stage",
  place: (stage: Part, place: number, of: number) => html`${stage} is now ${number(place)} of ${number(of)}.`,
  isRemoved: (stage: Part) => html`${stage} is removed.`,
  added: {
    early: "A stage is added at the end of early.",
    late: "A stage is added at the end of late."
  },
  holdsStill: "A removed stage still has deals. Choose a stage for them below, and save again."
}
