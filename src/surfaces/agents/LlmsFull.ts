/** /llms-full.txt: the guides and every operation as one Markdown text, for models that read everything at once. */
import { sections } from "../docs/Contents.ts"
import { type Description, mediaOf, type Operation, operationsOf } from "../docs/Description.ts"
import * as FieldReference from "../docs/FieldReference.ts"

/** This section is about how the service was built and measured, which doesn't help its users. */
const leftOut = "Behind it"

/** Headers that many operations take are described in the guides. */
const operationText = (operation: Operation): string => {
  const { description, method, parameters, path, requestBody, summary } = operation
  const shared = ["Idempotency-Key", "Dry-Run", "Plan", "If-Match", "If-None-Match", "Scope"]
  return [
    `### ${summary}`,
    `\`${method} ${path}\``,
    description,
    FieldReference.ofParameters(
      parameters.filter(({ name }) => !shared.includes(name)),
      "required"
    ),
    requestBody === undefined ? "" : FieldReference.ofObject(mediaOf(requestBody.content).schema, "required")
  ]
    .filter((part) => part !== "")
    .join("\n\n")
}

const withoutComments = (text: string) => text.replaceAll(/^<!--[\s\S]*?-->\n?/gmu, "").trim()

export const make = (description: Description): string =>
  [
    ...sections()
      .filter(({ title }) => title !== leftOut)
      .flatMap(({ guides }) => guides.map(({ source }) => withoutComments(source))),
    "# API reference",
    description.info.description,
    ...description.tags.flatMap(({ description: about, name }) => [
      `## ${name}\n\n${about}`,
      ...operationsOf(description, name).map(operationText)
    ]),
    "## Objects",
    ...Object.entries(description.components.schemas)
      .filter(([name]) => !name.startsWith("Error_"))
      .map(([name, schema]) => `### ${name}\n\n${FieldReference.ofObject(schema, "always there")}`)
  ].join("\n\n") + "\n"
