import { isObject } from "../../shared/Json.ts"

/** Flattens the data of forms and form services (nested JSON, `fields[email]`, lists) to texts with their paths. */

type Path = ReadonlyArray<string>
type Leaf = readonly [path: Path, text: string]

/** Limits on nesting and on the number of texts in a form, above what people send. */
const limits = { depth: 12, leaves: 2_000 }

/** Parses `form_fields[email][]` as a path. Brackets in other positions are part of the name. */
const pathOf = (name: string): Path => {
  const found = /^([^[\]]+)((?:\[[^[\]]*\])+)$/u.exec(name)
  if (found === null) return [name]
  return [found[1]!, ...found[2]!.slice(1, -1).split("][")]
}

const scalar = (value: unknown): string | undefined => {
  if (typeof value === "string") return value
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined
}

const first = (...values: ReadonlyArray<unknown>): string | undefined =>
  values.map(scalar).find((text) => text !== undefined && text.trim() !== "")

/** The keys that hold a field's name: `title` of Elementor, `label` of JotForm, `ref` of Typeform. */
const titleOf = (
  field: Readonly<Record<string, unknown>>,
  titles: ReadonlyMap<string, string>
): string | undefined => {
  const inner = isObject(field["field"]) ? field["field"] : {}
  return first(
    titles.get(String(inner["id"])),
    field["title"],
    field["label"],
    inner["title"],
    inner["ref"],
    field["name"],
    field["key"],
    field["id"],
    inner["id"]
  )
}

/** The texts of Typeform's questions by id. */
const titlesIn = (value: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> => {
  const definition = value["definition"]
  const fields =
    isObject(definition) && Array.isArray(definition["fields"])
      ? definition["fields"].slice(0, limits.leaves)
      : []
  return new Map(
    fields.flatMap((one) =>
      isObject(one) && typeof one["title"] === "string" ? [[String(one["id"]), one["title"]] as const] : []
    )
  )
}

const answerTypes = [
  "email",
  "phone_number",
  "text",
  "number",
  "boolean",
  "date",
  "url",
  "choice",
  "choices",
  "file_url",
  "payment"
]

const isEmptyValue = (value: unknown): boolean => value === null || value === undefined || value === ""

/** The name and value of a field that is sent with its description; undefined for other objects. */
const described = (value: Readonly<Record<string, unknown>>, titles: ReadonlyMap<string, string>) => {
  const name = titleOf(value, titles)
  if (name === undefined) return undefined
  const type = typeof value["type"] === "string" ? value["type"] : ""
  if (isObject(value["field"]) && answerTypes.includes(type)) {
    const answer = value[type]
    const kind = type === "email" ? "email" : type === "phone_number" ? "phone" : name
    const shown = isObject(answer)
      ? (answer["label"] ?? answer["labels"] ?? answer["other"] ?? answer)
      : answer
    return { name: kind, value: shown }
  }
  const isField =
    "value" in value &&
    Object.keys(value).every((key) =>
      /^(?:id|name|key|title|label|type|required|value|raw_value|field|ref)$/u.test(key)
    )
  if (!isField) return undefined
  const known = type === "email" ? "email" : type === "tel" || type === "phone" ? "phone" : name
  return { name: known, value: isEmptyValue(value["value"]) ? value["raw_value"] : value["value"] }
}

class Flattening {
  readonly leaves: Array<Leaf> = []

  add(path: Path, value: unknown, titles: ReadonlyMap<string, string>, depth = 0): void {
    if (this.leaves.length >= limits.leaves) return
    const text = scalar(value)
    if (text !== undefined) this.leaves.push([path, text])
    else if (depth >= limits.depth) {
      if (value !== null && value !== undefined) this.leaves.push([path, JSON.stringify(value)])
    } else if (Array.isArray(value)) this.list(path, value, titles, depth)
    else if (isObject(value)) this.object(path, value, titles, depth)
  }

  private list(
    path: Path,
    values: ReadonlyArray<unknown>,
    titles: ReadonlyMap<string, string>,
    depth: number
  ) {
    for (const value of values) this.add(path, value, titles, depth + 1)
  }

  private object(
    path: Path,
    value: Readonly<Record<string, unknown>>,
    above: ReadonlyMap<string, string>,
    depth: number
  ) {
    const titles = new Map([...above, ...titlesIn(value)])
    const field = described(value, titles)
    if (field !== undefined)
      return this.add([...path.slice(0, -1), field.name], field.value, titles, depth + 1)
    for (const [name, inner] of Object.entries(value)) {
      if (name !== "definition" || titles.size === 0) this.add([...path, name], inner, titles, depth + 1)
    }
  }
}

/** Groups form-encoded parts of a field (`fields[x][title]`, `fields[x][value]`) into an object. */
const groupParts = (sent: Iterable<readonly [name: string, value: unknown]>) => {
  const roots: Array<readonly [Path, unknown]> = []
  const objects = new Map<string, Record<string, unknown>>()
  for (const [name, value] of sent) {
    const path = pathOf(name)
    const last = path.at(-1) ?? ""
    const isPart = path.length > 2 && /^(?:id|type|title|label|value|raw_value|required)$/u.test(last)
    if (!isPart) {
      roots.push([path, value])
      continue
    }
    const parent = path.slice(0, -1)
    const key = JSON.stringify(parent)
    const known = objects.get(key)
    if (known === undefined) {
      const made = { [last]: value }
      objects.set(key, made)
      roots.push([parent, made])
    } else known[last] = value
  }
  return roots
}

/** The texts that a person or a page filled in, in the order sent. */
export const flat = (sent: Iterable<readonly [name: string, value: unknown]>): ReadonlyArray<Leaf> => {
  const flattening = new Flattening()
  for (const [path, value] of groupParts(sent)) flattening.add(path, value, new Map())
  const isCut = flattening.leaves.length >= limits.leaves
  return isCut
    ? [...flattening.leaves, [["note"], "This form has more fields than are kept; the rest was left out."]]
    : flattening.leaves
}
