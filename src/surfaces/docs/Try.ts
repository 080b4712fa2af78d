/** The form that sends an operation to the reader's own workspace. A script shows it: without one there is the code above. */
import { html, type Html } from "../pages/platform/Html.ts"
import type { Parameter, Placed } from "./Description.ts"

const field = ({ in: place, name, required }: Parameter): Html => html`
  <label
    ><span><code>${name}</code>${required && " (required)"}</span>
    <input
      type="text"
      name="${place}:${name}"
      autocomplete="off"
      spellcheck="false"
      ${required && html`required`}
    />
  </label>
`

export const form = (placed: Placed): Html => {
  const { method, operation, path } = placed
  const body = operation.requestBody?.content["application/json"].example
  const fields = operation.parameters.filter((one) => one.in === "path" || one.in === "query")
  return html`<form class="try" data-method="${method}" data-path="${path}" hidden aria-labelledby="try-it">
    <h3 id="try-it">Try it on your workspace</h3>
    <p class="soft">
      The request goes from this page to this service. The key is kept in the memory of this page alone, and
      is gone when you leave it.
    </p>
    <label
      ><span>API key or access token</span>
      <input
        type="password"
        name="key"
        autocomplete="off"
        spellcheck="false"
        placeholder="svc_live_…"
        required
      />
    </label>
    ${fields.map(field)}
    ${
      operation.requestBody !== undefined &&
      html`<label
        ><span>Body</span
        ><textarea name="body" rows="8" spellcheck="false">
${body === undefined ? "{}" : JSON.stringify(body, null, 2)}</textarea>
      </label>`
    }
    ${
      method !== "GET" &&
      html`<label class="check"
        ><input type="checkbox" name="dry" checked />
        <span>Dry run: show what would happen, and do nothing</span></label
      >`
    }
    <button type="submit">Send</button>
    <div class="answer" role="status" aria-live="polite"></div>
  </form>`
}
