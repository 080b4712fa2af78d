export const failures = {
  invalid: "That did not work",
  forbidden: "Not allowed",
  nothing: "Nothing here",
  tooMuch: "Too much at once",
  tooMany: "Too many attempts",
  away: "Back in a moment",
  failed: "Something went wrong",
  request: "Request",
  notOurs:
    "This form is out of date, or did not come from this site. Go back, reload the page and send it again. If that does not help, allow this site to keep cookies.",
  unstorable: "A field holds U+0000, which cannot be stored. Go back and remove it.",
  repeated: "A field is given more than once. Go back, reload the page and send the form again.",
  unfit: "This takes a form, sent by the page it is on.",
  noPage: "There is no page at this address. It may have been mistyped, or what it showed was deleted.",
  toStart: "Go to the start page"
}
