/** Recognizes addresses that send on behalf of somebody else: website forms, form services and notifiers. */

/** Local parts that don't belong to a person, alone or followed by a separator and more. */
const names =
  /^(?:(?:no|do[-_.]?not)[-_.]?reply|mailer|postmaster|notif(?:y|ications?|ier)|alerts?|robot|bot|system|server|www(?:-data)?|apache|nobody|web(?:site|form|master|server)?|wordpress|wp|forms?|(?:contact|web|lead)[-_.]?forms?|form[-_.]?(?:submissions?|responses?|notifications?|mail(?:er)?)|submissions?|responses?|enquir(?:y|ies)|inquir(?:y|ies)|leads?)(?:[-_.+][^@]*)?@/iu

/** Endings of such local parts, as in `crm-noreply@` and `forms-receipts-noreply@`. */
const endings = /[-_.](?:no[-_.]?reply|donotreply|notifications?)@/iu

/** The hosts that website builders and form services send mail from. */
const services = [
  "123formbuilder.com",
  "123formbuilder.io",
  "amazonses.com",
  "basin.email",
  "carrd.co",
  "cognitoforms.com",
  "duda.co",
  "elementor.com",
  "formbackend.com",
  "formcarry.com",
  "formkeep.com",
  "formspark.io",
  "formspree.io",
  "formstack.com",
  "formsubmit.co",
  "forms.app",
  "framer.com",
  "getform.com",
  "getform.io",
  "godaddy.com",
  "hsforms.com",
  "jimdo.com",
  "jotform.com",
  "landbot.io",
  "leadpages.net",
  "mailgun.org",
  "netlify.com",
  "paperform.co",
  "postmarkapp.com",
  "secureserver.net",
  "sendgrid.net",
  "shopify.com",
  "shopifyemail.com",
  "squarespace.com",
  "squarespace.info",
  "staticforms.xyz",
  "strikingly.com",
  "tally.so",
  "tilda.cc",
  "typeform.com",
  "unbounce.com",
  "usebasin.com",
  "web3forms.com",
  "webflow.com",
  "webflow.io",
  "weebly.com",
  "wix-forms.com",
  "wix.com",
  "wixforms.com",
  "wixsiteautomations.com",
  "wordpress.com",
  "wpforms.com",
  "wufoo.com",
  "zapier.com",
  "zapiermail.com"
]

/** Whether it is a no-reply address. */
export const sendsOnly = (address: string): boolean =>
  /^(?:[^@]*[-_.+])?(?:no[-_.]?reply|do[-_.]?not[-_.]?reply|no[-_.]?responder|nicht[-_.]?antworten|mailer-daemon|dmarc[-_.]?(?:reports?|noreply)|noreply-dmarc-support)(?:[-_.+][^@]*)?@/iu.test(
    address
  )

/** Whether mail from this address was really sent by its Reply-To. */
export const isOfService = (address: string): boolean => {
  const host = address.slice(address.lastIndexOf("@") + 1).toLowerCase()
  return (
    names.test(address) ||
    endings.test(address) ||
    services.some((service) => host === service || host.endsWith(`.${service}`))
  )
}
