export const panel = {
  unscoped: "The token that opened this panel may not read deals and leads.",
  noEmail: "This is not an email address."
}
