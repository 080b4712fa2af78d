/** Opens a message as Gmail does: the sender's name carries the address. */
addEventListener("click", ({ target }) => {
  const { email } = target.dataset ?? {}
  if (email === undefined) return
  const sender = document.createElement("span")
  sender.className = "gD"
  sender.setAttribute("email", email)
  sender.textContent = target.textContent
  document.querySelector("article").replaceChildren(sender)
})
