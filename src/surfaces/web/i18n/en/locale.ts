import * as Locale from "../Locale.ts"

export const locale = Locale.make("en", "en-GB")
