/** Counts tokens with OpenAI's o200k_base, to which current models of several vendors come close. */
import { countTokens } from "gpt-tokenizer/encoding/o200k_base"

export const tokensIn = (text: string): number => countTokens(text, { disallowedSpecial: new Set() })

/** The tokens of a value as JSON. */
export const tokensOf = (value: unknown): number => tokensIn(JSON.stringify(value))
