import * as Locale from "../Locale.ts"

export const speech = Locale.make("en", "en-GB")
