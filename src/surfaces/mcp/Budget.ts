/** The most a model gets to read in one response. */

/** In bytes: close to 8,000 tokens at about four bytes each, including the rest of the response. */
export const budget = 31_500

/** The size of a value as JSON, in bytes, including the comma after it. */
export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value)) + 1
