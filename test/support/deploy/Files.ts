/** Files of the project, and the settings that may be in them. */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { parse } from "yaml"
import { fileOf } from "../../../layers/settings/Environment.ts"
import { tables } from "../../../layers/settings/Settings.ts"

export const pathOf = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

export const textOf = (path: string) => readFileSync(pathOf(path), "utf8")

export const yamlOf = (path: string): any => parse(textOf(path), { merge: true })

const settings = Object.values(tables).flatMap((table) => Object.values(table))

/** The names of secrets, which must not be written in a file of the project. */
export const secrets = settings.filter(({ isSecret }) => isSecret).map(({ name }) => name)

/** The variables that the service reads. */
export const variables = new Set([...settings.map(({ name }) => name), ...secrets.map(fileOf)])
