/** Checks a new password. Rules about character classes don't make passwords better, so there are none. */

/** In characters. */
export const shortest = 10
export const maxLength = 200

/** Runs such as `abcdefghij` and `9876543210` are guessed early. */
const isRun = (codes: ReadonlyArray<number>) => {
  const [first = 0, second = 0] = codes
  const step = second - first
  return Math.abs(step) <= 1 && codes.every((code, index) => code === first + index * step)
}

const isOfAddress = (password: string, email: string) => {
  const address = email.trim().toLowerCase()
  return address !== "" && (password.includes(address) || password === address.split("@")[0])
}

/** The problem with a password; undefined if there is none. `common` holds widely used passwords in lower case. */
export const flawOf = (password: string, email: string, common: ReadonlySet<string>): string | undefined => {
  const characters = [...password]
  const plain = password.trim().toLowerCase()
  if (characters.length < shortest) return `The password must have at least ${shortest} characters.`
  if (characters.length > maxLength) return `The password must have at most ${maxLength} characters.`
  if (isOfAddress(plain, email)) return "The password must not be the email address. Choose another."
  const codes = characters.map((character) => character.codePointAt(0) ?? 0)
  if (new Set(codes).size < 4 || isRun(codes)) {
    return "The password repeats a few characters, or is a run such as abcdef. Choose a few words in a row."
  }
  if (common.has(plain)) {
    return "Many people use this password, so it is among the first to be guessed. Choose another."
  }
  return undefined
}
