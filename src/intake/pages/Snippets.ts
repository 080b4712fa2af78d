/** Snippets for a website or a mail server that send leads here. */

/** A complete form. `contact_me_by_fax` is the honeypot for bots, hidden from people. */
export const form = (url: string): string => `<form method="post" action="${url}">
  <label>Name <input name="name" autocomplete="name" required></label>
  <label>Work email <input name="email" type="email" autocomplete="email" required></label>
  <label>Company <input name="company" autocomplete="organization"></label>
  <label>Message <textarea name="message" rows="5"></textarea></label>
  <div hidden><input name="contact_me_by_fax" tabindex="-1" autocomplete="off"></div>
  <!-- Where to go on your own site once it is sent; leave it out for our page of thanks. -->
  <input type="hidden" name="_redirect" value="https://www.example.com/thanks">
  <button>Send</button>
</form>`

export const script = (url: string): string => `const answer = await fetch(${JSON.stringify(url)}, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({
    firstName: "Mia",
    lastName: "Novak",
    workEmail: "mia@acme.example",
    companyName: "Acme",
    message: "Tell us about trailer tracking.",
    sourceUrl: location.href
  })
})
await answer.json() // {ok: true, message} or {error: {code, message, …}}`

const curl = (url: string) => `curl -sf --data-binary @- -H 'Content-Type: message/rfc822' ${url}`

/** Sends one message from a file. */
export const message = (url: string): string => `${curl(url)} < message.eml`

/** A line of /etc/aliases for Postfix, Exim or Sendmail. */
export const alias = (url: string): string => `sales: "|${curl(url)}"`
