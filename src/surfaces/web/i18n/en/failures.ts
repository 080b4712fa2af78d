export const failures = {
  invalid: "Invalid request",
  forbidden: "Not allowed",
  nothing: "Not found",
  tooMuch: "Too much data",
  tooMany: "Too many attempts",
  away: "Temporarily unavailable",
  failed: "Something went wrong",
  request: "Request",
  notOurs:
    "This form has expired or came from another site. Go back, reload the page and send it again. If that doesn’t help, allow cookies for this site.",
  unstorable: "A field contains the character U+0000, which can’t be stored. Go back and remove it.",
  repeated: "A field is given more than once. Go back, reload the page and send the form again.",
  unfit: "This address only accepts the form of its page.",
  noPage: "Page not found. Check the address; the record may have been deleted.",
  toStart: "Go to the start page"
}
