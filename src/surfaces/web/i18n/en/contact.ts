import { html, type Part } from "../../Html.ts"

export const contact = {
  need: "Leave us at least your name, your email, your company or a message.",
  workEmail: "Work email",
  website: "Company website",
  help: "How can we help?",
  message: "Message",
  heard: "How did you hear about us?",
  heardCalled: "How you heard about us",
  check: "Your message wasn’t sent. Please check:",
  title: (name: Part) => html`Contact ${name}`,
  error: (title: Part) => html`Error: ${title}`,
  rest: "All other fields are optional.",
  consent: "I agree to be contacted about my request.",
  leaveEmpty: "Leave this empty",
  send: "Send",
  thanks: "Thank you",
  onItsWay: (name: Part) => html`Your message is on its way to ${name}. We will get back to you soon.`,
  notHere: "Form not found",
  tooLong: "This is too long",
  wait: "Please wait a moment",
  failed: "Something went wrong"
}
