/** The pages people use in a browser, and the files these pages load. */
import { Layer } from "effect"
import * as Approvals from "../approvals/pages/Approvals.ts"
import * as Rules from "../approvals/pages/Rules.ts"
import * as AuditPage from "../audit/pages/AuditPage.ts"
import * as QuickUndo from "../audit/pages/QuickUndo.ts"
import * as UndoPage from "../audit/pages/UndoPage.ts"
import * as Account from "../identity/pages/account/Account.ts"
import * as Assets from "./web/Assets.ts"
import * as Board from "../boards/pages/Board.ts"
import * as CalendarPage from "../deals/pages/CalendarPage.ts"
import * as DealPage from "../deals/pages/DealPage.ts"
import * as DealList from "../deals/pages/list/List.ts"
import * as DeletedDealsPage from "../deals/pages/DeletedDealsPage.ts"
import * as EditDeal from "../deals/pages/EditDeal.ts"
import * as NewDeal from "../deals/pages/NewDeal.ts"
import * as NoteForms from "../deals/pages/NoteForms.ts"
import * as ForgotPassword from "../identity/pages/signIn/ForgotPassword.ts"
import * as Find from "./web/find/Find.ts"
import * as FirstRun from "../identity/pages/signIn/FirstRun.ts"
import * as Inbox from "../leads/pages/inbox/Inbox.ts"
import * as LeadPage from "../leads/pages/LeadPage.ts"
import * as AcceptInvitation from "../identity/pages/signIn/AcceptInvitation.ts"
import * as NewPassword from "../identity/pages/signIn/NewPassword.ts"
import * as Backchannel from "../identity/pages/signIn/Backchannel.ts"
import * as ProviderSignIn from "../identity/pages/signIn/ProviderSignIn.ts"
import * as PageResponse from "./web/PageResponse.ts"
import * as Forecast from "../reports/pages/Forecast.ts"
import * as Reports from "../reports/pages/Reports.ts"
import * as Apps from "../identity/pages/Apps.ts"
import * as BoardSettings from "../boards/pages/BoardSettings.ts"
import * as Boards from "../boards/pages/Boards.ts"
import * as DeliveryPage from "../webhooks/pages/DeliveryPage.ts"
import * as Intake from "../intake/pages/Intake.ts"
import * as Keys from "../identity/pages/Keys.ts"
import * as Member from "../identity/pages/Member.ts"
import * as Members from "../identity/pages/Members.ts"
import * as Rehearsals from "../identity/pages/Rehearsals.ts"
import * as TwoFactorPage from "../identity/pages/account/TwoFactorPage.ts"
import * as Passkeys from "../identity/pages/account/Passkeys.ts"
import * as PasskeySignIn from "../identity/pages/signIn/PasskeySignIn.ts"
import * as SecondStepPage from "../identity/pages/signIn/SecondStepPage.ts"
import * as SessionList from "../identity/pages/account/SessionList.ts"
import * as SettingsFrame from "./web/frame/SettingsFrame.ts"
import * as UsagePage from "../identity/pages/UsagePage.ts"
import * as WebhookPage from "../webhooks/pages/WebhookPage.ts"
import * as Webhooks from "../webhooks/pages/Webhooks.ts"
import * as Example from "./web/start/Example.ts"
import * as Templates from "../templates/pages/Templates.ts"
import * as TemplatePage from "../templates/pages/TemplatePage.ts"
import * as WorkspaceSettingsPage from "../identity/pages/WorkspaceSettingsPage.ts"
import * as SignIn from "../identity/pages/signIn/SignIn.ts"
import * as ChooseWorkspace from "./web/ChooseWorkspace.ts"
import * as StepForms from "./web/today/StepForms.ts"
import * as Today from "./web/today/Today.ts"
import * as Imports from "../imports/pages/Imports.ts"

const pages = [
  ...SignIn.routes,
  ...SecondStepPage.routes,
  ...PasskeySignIn.routes,
  ...ProviderSignIn.routes,
  ...Backchannel.routes,
  ...NewPassword.routes,
  ...ForgotPassword.routes,
  ...AcceptInvitation.routes,
  ...FirstRun.routes,
  ...Account.routes,
  ...SessionList.routes,
  ...TwoFactorPage.routes,
  ...Passkeys.routes,
  ...ChooseWorkspace.routes,
  ...Today.routes,
  ...StepForms.routes,
  ...Find.routes,
  ...Example.routes,
  ...Reports.routes,
  ...Forecast.routes,
  ...Inbox.routes,
  ...LeadPage.routes,
  ...Board.routes,
  ...NewDeal.routes,
  ...DealList.routes,
  ...CalendarPage.routes,
  ...DeletedDealsPage.routes,
  ...DealPage.routes,
  ...EditDeal.routes,
  ...NoteForms.routes,
  ...SettingsFrame.routes,
  ...WorkspaceSettingsPage.routes,
  ...Templates.routes,
  ...TemplatePage.routes,
  ...Keys.routes,
  ...Apps.routes,
  ...Members.routes,
  ...Member.routes,
  ...UsagePage.routes,
  ...Boards.routes,
  ...BoardSettings.routes,
  ...Intake.routes,
  ...Webhooks.routes,
  ...WebhookPage.routes,
  ...DeliveryPage.routes,
  ...AuditPage.routes,
  ...UndoPage.routes,
  ...QuickUndo.routes,
  ...Approvals.routes,
  ...Rules.routes,
  ...Rehearsals.routes,
  ...Imports.routes
]

export const routes = [...Assets.routes, ...pages]

export const layer = Layer.merge(Assets.layer, PageResponse.layer(pages))
