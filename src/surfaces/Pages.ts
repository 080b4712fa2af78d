/** The pages people use in a browser, and the files these pages load. */
import { Layer } from "effect"
import * as Account from "./pages/Account.ts"
import * as Assets from "./pages/Assets.ts"
import * as Board from "./pages/board/Board.ts"
import * as Deal from "./pages/deal/Deal.ts"
import * as EditDeal from "./pages/deal/EditDeal.ts"
import * as NewDeal from "./pages/deal/NewDeal.ts"
import * as Notes from "./pages/deal/Notes.ts"
import * as FirstRun from "./pages/FirstRun.ts"
import * as Inbox from "./pages/leads/Inbox.ts"
import * as LeadPage from "./pages/leads/LeadPage.ts"
import * as Join from "./pages/Join.ts"
import * as NewPassword from "./pages/NewPassword.ts"
import * as Page from "./pages/Page.ts"
import * as Reports from "./pages/Reports.ts"
import * as Apps from "./pages/settings/Apps.ts"
import * as BoardPage from "./pages/settings/BoardPage.ts"
import * as Boards from "./pages/settings/Boards.ts"
import * as DeliveryPage from "./pages/settings/DeliveryPage.ts"
import * as Intake from "./pages/settings/Intake.ts"
import * as Keys from "./pages/settings/Keys.ts"
import * as Member from "./pages/settings/Member.ts"
import * as Members from "./pages/settings/Members.ts"
import * as Settings from "./pages/settings/Settings.ts"
import * as Usage from "./pages/settings/Usage.ts"
import * as WebhookPage from "./pages/settings/WebhookPage.ts"
import * as Webhooks from "./pages/settings/Webhooks.ts"
import * as SignIn from "./pages/SignIn.ts"
import * as Workplace from "./pages/Workplace.ts"

const pages = [
  ...SignIn.routes,
  ...NewPassword.routes,
  ...Join.routes,
  ...FirstRun.routes,
  ...Account.routes,
  ...Workplace.routes,
  ...Reports.routes,
  ...Inbox.routes,
  ...LeadPage.routes,
  ...Board.routes,
  ...NewDeal.routes,
  ...Deal.routes,
  ...EditDeal.routes,
  ...Notes.routes,
  ...Settings.routes,
  ...Keys.routes,
  ...Apps.routes,
  ...Members.routes,
  ...Member.routes,
  ...Usage.routes,
  ...Boards.routes,
  ...BoardPage.routes,
  ...Intake.routes,
  ...Webhooks.routes,
  ...WebhookPage.routes,
  ...DeliveryPage.routes
]

export const routes = [...Assets.routes, ...pages]

export const layer = Layer.merge(Assets.layer, Page.layer(pages))
