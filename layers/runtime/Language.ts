/** Language of the response. Pages set it for their user; programs get English. */
import { Context } from "effect"

export const Language = Context.Reference<string>("pipeline/layers/Language", { defaultValue: () => "en" })
