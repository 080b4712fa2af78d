/** The option to also delete the subscriptions created with a key or an app when it is revoked or disconnected. */
import { say } from "../../surfaces/web/i18n/Words.ts"
import type { Submission } from "../../surfaces/web/Form.ts"
import { html, type Html } from "../../surfaces/web/Html.ts"
import type { PageContext } from "../../surfaces/web/frame/PageContext.ts"

interface WebhookCount {
  readonly id: string
  readonly count: number
  readonly checked: boolean
}

const field = "endWebhooks"

/** Checked by default for apps, which should then see nothing more, but not for keys, which are mostly replaced. */
export const madeWebhooks = (context: PageContext, { checked, count, id }: WebhookCount): Html | false => {
  if (count === 0) return false

  if (context.actor.role !== "admin") {
    return html`<p>${say.webhooks.madeStay(count)}</p>`
  }
  return html`<div class="choice">
    <input type="checkbox" id="end-${id}" name="${field}" value="yes" ${checked && html`checked`} />
    <label for="end-${id}">${say.webhooks.alsoDelete(count)}</label>
  </div>`
}

export const endsWebhooks = (form: Submission): boolean => form.text(field) === "yes"
