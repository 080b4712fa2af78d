/** The form that sends an operation to the reader's own workspace. It needs a script; without one, the code sample remains. */
import { html, type Html } from "../web/Html.ts"
import { mediaOf, type Operation } from "./Description.ts"

export const form = ({ method, parameters, path, requestBody }: Operation): Html =>
  html`<form class="card field try" data-method="${method}" data-path="${path}" hidden>
    <h3>Try it on your workspace</h3>
    <p class="soft">
      The request goes from this page to this service. The key is kept in the memory of this page alone, and
      is gone when you leave it.
    </p>
    <label>
      API key or access token
      <input type="password" name="key" autocomplete="off" placeholder="svc_live_…" required />
    </label>
    ${parameters
      .filter((one) => one.in !== "header")
      .map(
        ({ in: place, name, required }) =>
          html`<label>
            <code>${name}</code>${required && " (required)"}
            <input name="${place}:${name}" autocomplete="off" ${required && html`required`} />
          </label>`
      )}
    ${
      requestBody !== undefined &&
      html`<label>
        Body
        <textarea name="body" rows="8" spellcheck="false">
${JSON.stringify(mediaOf(requestBody.content).example ?? {}, null, 2)}</textarea>
      </label>`
    }
    ${
      parameters.some(({ name }) => name === "Dry-Run") &&
      html`<label>
        <input type="checkbox" name="dry" checked /> Dry run: show what would happen, and do nothing
      </label>`
    }
    <button type="submit">Send</button>
    <div class="answer" role="status"></div>
  </form>`
