/** The choice, when a key or an app is ended, to end the subscriptions it made as well. */
import type { Submission } from "../platform/Form.ts"
import { html, type Html } from "../platform/Html.ts"
import * as Workplace from "../platform/Workplace.ts"

interface Made {
  readonly id: string
  readonly count: number
  readonly checked: boolean
}

const field = "endWebhooks"

/** An app is let go for what it sees; a key is mostly replaced, and what was made with it is still wanted. */
export const madeWebhooks = (here: Workplace.Here, { checked, count, id }: Made): Html | false => {
  if (count === 0) return false
  const what = count === 1 ? "the webhook subscription" : `the ${count} webhook subscriptions`
  if (here.actor.role !== "admin") {
    return html`<p>
      ${count === 1 ? "The webhook subscription" : `The ${count} webhook subscriptions`} it made will go on,
      marked, until an admin ends them.
    </p>`
  }
  return html`<div class="choice">
    <input type="checkbox" id="end-${id}" name="${field}" value="yes" ${checked && html`checked`} />
    <label for="end-${id}">End ${what} it made too; else they go on, marked</label>
  </div>`
}

export const endsWebhooks = (form: Submission): boolean => form.text(field) === "yes"
