/** English: the source of all other languages. */
import { account } from "./en/account.ts"
import { boards } from "./en/boards.ts"
import { contact } from "./en/contact.ts"
import { failures } from "./en/failures.ts"
import { forms } from "./en/forms.ts"
import { frame } from "./en/frame.ts"
import { panel } from "./en/panel.ts"
import { parts } from "./en/parts.ts"
import { scripts } from "./en/scripts.ts"
import { signIn } from "./en/signIn.ts"

export const en = { account, boards, contact, failures, forms, frame, panel, parts, scripts, signIn }
