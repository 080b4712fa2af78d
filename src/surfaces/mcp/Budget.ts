/** How much a model is given to read at once. */

/** Near 8,000 tokens, at about four bytes each, the rest of the answer included. */
export const budget = 31_500

/** What a value takes as JSON, the comma after it included. */
export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value)) + 1
