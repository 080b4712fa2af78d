/** The pages people use in a browser, and the files these pages load. */
import { Layer } from "effect"
import * as Approvals from "./pages/approvals/Approvals.ts"
import * as Rules from "./pages/approvals/Rules.ts"
import * as AuditPage from "./pages/audit/AuditPage.ts"
import * as UndoAtOnce from "./pages/audit/UndoAtOnce.ts"
import * as UndoPage from "./pages/audit/UndoPage.ts"
import * as Account from "./pages/identity/Account.ts"
import * as Assets from "./pages/platform/Assets.ts"
import * as Board from "./pages/boards/Board.ts"
import * as CalendarPage from "./pages/deals/CalendarPage.ts"
import * as Deal from "./pages/deals/Deal.ts"
import * as DealList from "./pages/deals/List.ts"
import * as Deleted from "./pages/deals/Deleted.ts"
import * as EditDeal from "./pages/deals/EditDeal.ts"
import * as NewDeal from "./pages/deals/NewDeal.ts"
import * as Notes from "./pages/deals/Notes.ts"
import * as Forgotten from "./pages/identity/Forgotten.ts"
import * as Find from "./pages/find/Find.ts"
import * as FirstRun from "./pages/identity/FirstRun.ts"
import * as Inbox from "./pages/leads/Inbox.ts"
import * as LeadPage from "./pages/leads/LeadPage.ts"
import * as Join from "./pages/identity/Join.ts"
import * as NewPassword from "./pages/identity/NewPassword.ts"
import * as Backchannel from "./pages/identity/Backchannel.ts"
import * as ProviderSignIn from "./pages/identity/ProviderSignIn.ts"
import * as Page from "./pages/platform/Page.ts"
import * as Reports from "./pages/reports/Reports.ts"
import * as Apps from "./pages/identity/Apps.ts"
import * as BoardPage from "./pages/boards/BoardPage.ts"
import * as Boards from "./pages/boards/Boards.ts"
import * as DeliveryPage from "./pages/webhooks/DeliveryPage.ts"
import * as Intake from "./pages/intake/Intake.ts"
import * as Keys from "./pages/identity/Keys.ts"
import * as Member from "./pages/identity/Member.ts"
import * as Members from "./pages/identity/Members.ts"
import * as Rehearsals from "./pages/identity/Rehearsals.ts"
import * as Factors from "./pages/identity/Factors.ts"
import * as Passkeys from "./pages/identity/Passkeys.ts"
import * as PasskeySignIn from "./pages/identity/PasskeySignIn.ts"
import * as SecondStepPage from "./pages/identity/SecondStepPage.ts"
import * as SessionList from "./pages/identity/SessionList.ts"
import * as Settings from "./pages/platform/Settings.ts"
import * as Usage from "./pages/identity/Usage.ts"
import * as WebhookPage from "./pages/webhooks/WebhookPage.ts"
import * as Webhooks from "./pages/webhooks/Webhooks.ts"
import * as Example from "./pages/start/Example.ts"
import * as Templates from "./pages/templates/Templates.ts"
import * as TemplatePage from "./pages/templates/TemplatePage.ts"
import * as WorkspacePage from "./pages/identity/WorkspacePage.ts"
import * as SignIn from "./pages/identity/SignIn.ts"
import * as Choose from "./pages/platform/Choose.ts"
import * as Imports from "./pages/imports/Imports.ts"

const pages = [
  ...SignIn.routes,
  ...SecondStepPage.routes,
  ...PasskeySignIn.routes,
  ...ProviderSignIn.routes,
  ...Backchannel.routes,
  ...NewPassword.routes,
  ...Forgotten.routes,
  ...Join.routes,
  ...FirstRun.routes,
  ...Account.routes,
  ...SessionList.routes,
  ...Factors.routes,
  ...Passkeys.routes,
  ...Choose.routes,
  ...Find.routes,
  ...Example.routes,
  ...Reports.routes,
  ...Inbox.routes,
  ...LeadPage.routes,
  ...Board.routes,
  ...NewDeal.routes,
  ...DealList.routes,
  ...CalendarPage.routes,
  ...Deleted.routes,
  ...Deal.routes,
  ...EditDeal.routes,
  ...Notes.routes,
  ...Settings.routes,
  ...WorkspacePage.routes,
  ...Templates.routes,
  ...TemplatePage.routes,
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
  ...DeliveryPage.routes,
  ...AuditPage.routes,
  ...UndoPage.routes,
  ...UndoAtOnce.routes,
  ...Approvals.routes,
  ...Rules.routes,
  ...Rehearsals.routes,
  ...Imports.routes
]

export const routes = [...Assets.routes, ...pages]

export const layer = Layer.merge(Assets.layer, Page.layer(pages))
