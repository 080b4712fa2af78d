/** The form for a person's language and time zone. */
import { Effect, Schema } from "effect"
import { Sessions } from "../../../../layers/identity/people/Sessions.ts"
import * as TimeZone from "../../../../schema/TimeZone.ts"
import * as SchemaForm from "../../../surfaces/web/form/SchemaForm.ts"
import * as Form from "../../../surfaces/web/Form.ts"
import { html, type Html } from "../../../surfaces/web/Html.ts"
import * as PageResponse from "../../../surfaces/web/PageResponse.ts"
import * as BrowserSession from "../../../surfaces/web/BrowserSession.ts"
import type { SignedIn } from "../../../surfaces/web/frame/PageContext.ts"
import * as WorkspacePage from "../../../surfaces/web/frame/WorkspacePage.ts"
import * as Reader from "../../../surfaces/web/i18n/Reader.ts"
import { isLanguage, languages, say } from "../../../surfaces/web/i18n/Words.ts"
import * as ReturnPath from "../signIn/ReturnPath.ts"

const path = "/account/reading"

const form = SchemaForm.of(
  { language: Schema.String, zone: Schema.String },
  {
    language: { label: say.account.language, blank: "" },
    zone: { label: say.account.zone, blank: "", hint: say.account.aboutZone }
  }
)

const spoken = Object.entries(languages).map(([id, { name }]) => ({ id, name }))
const zones = TimeZone.names.map((id) => ({ id, name: id }))

export const card = (visit: SignedIn): Html => {
  const { language, zone } = visit.session
  const own = zone === null || zones.some(({ id }) => id === zone) ? [] : [{ id: zone, name: zone }]
  const formView = form.show({
    values: { language, zone },
    choices: {
      language: [{ id: "", name: say.account.asBrowser }, ...spoken],
      // Keeps a zone that is stored under an older name.
      zone: [{ id: "", name: say.account.asBrowser }, ...own, ...zones]
    }
  })
  return html`<form class="card" method="post" action="${path}">
    <h2>${say.account.reading}</h2>
    ${BrowserSession.hidden(visit)} ${formView.fields}
    <div class="actions"><button type="submit">${say.account.saveReading}</button></div>
  </form>`
}

const save = Effect.gen(function* () {
  const { text, visit } = yield* Form.read()
  if (!WorkspacePage.isSignedIn(visit)) return PageResponse.goTo(ReturnPath.signIn("/account"))
  const language = isLanguage(text("language")) ? text("language") : null
  const zone = TimeZone.isZone(text("zone")) ? text("zone") : null
  yield* (yield* Sessions).readIn(visit.session.userId, language, zone)
  // The confirmation is in the new language.
  const reader = language === null ? visit.reader : Reader.from(undefined, { language, zone })
  return BrowserSession.showNotice(
    { ...visit, reader },
    say.account.readingSaved
  )(PageResponse.goTo("/account"))
})

export const routes = [PageResponse.route("POST", path, save)]
