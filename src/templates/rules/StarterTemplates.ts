/** The five templates of every new workspace. */
import type { Template } from "../../../schema/Template.ts"

export type Draft = Omit<Template, "id" | "use_count">

export const starters: ReadonlyArray<Draft> = [
  {
    name: "First reply",
    subject: "Your message to us",
    body: "Hi {{first_name}},\n\nthank you for getting in touch. So that I can point you the right way: what would you like to have solved at {{company}}, and by when?\n\nIf a call is easier, send me two times that suit you this week.\n\n{{sender_first_name}}",
    icon: "👋",
    color: "#4f46e5"
  },
  {
    name: "Meeting recap",
    subject: "What we agreed today",
    body: "Hi {{first_name}},\n\nthank you for your time. This is what I took away for {{company}}:\n\n- \n- \n\nNext I will send you the details. Tell me if I missed anything.\n\n{{sender_first_name}}",
    icon: "📝",
    color: "#0f766e"
  },
  {
    name: "Proposal",
    subject: "Our proposal for {{company}}",
    body: "Hi {{first_name}},\n\nattached is our proposal for {{company}}. The first page has scope, price and dates; the rest is detail.\n\nWhat would have to change for you to say yes?\n\n{{sender_first_name}}",
    icon: "📄",
    color: "#b45309"
  },
  {
    name: "Follow-up",
    subject: "Where do we stand?",
    body: "Hi {{first_name}},\n\nI have not heard from you since my last message and would like to know where we stand. Is this still on the table at {{company}}, later, or not at all? Any answer helps.\n\n{{sender_first_name}}",
    icon: "⏰",
    color: "#be185d"
  },
  {
    name: "Welcome aboard",
    subject: "Welcome, {{company}}",
    body: "Hi {{first_name}},\n\nthank you for choosing us. We begin with a short kick-off: who from {{company}} should be there, and which day suits you?\n\nI look forward to working with you.\n\n{{sender_first_name}}",
    icon: "🎉",
    color: "#15803d"
  }
]
