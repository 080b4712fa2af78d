/** What whoever asks reads: pages say so of the person at them; programs are answered in English. */
import { Context } from "effect"

export const Language = Context.Reference<string>("pipeline/layers/Language", { defaultValue: () => "en" })
