/** Counts tokens as OpenAI's o200k_base does, which current models of several vendors come close to. */
import { countTokens } from "gpt-tokenizer/encoding/o200k_base"

export const tokensIn = (text: string): number => countTokens(text, { disallowedSpecial: new Set() })

/** The tokens of a value as JSON. */
export const tokensOf = (value: unknown): number => tokensIn(JSON.stringify(value))
