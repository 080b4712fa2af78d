/** Asks why a deal is lost before the board's form moves it to the dead stage. */
const form = document.getElementById("moves")
const dialog = document.getElementById("losing")

/** The moves to ask about, the one in the dialog first. */
const asking = []
/** Answers by deal, until they are sent: a move waits while another one is being sent. */
const reasons = new Map()

const cardOf = (id) => document.getElementById(`d-${id.slice(-12)}`)?.closest(".deal")
const isDead = (lane) => lane?.matches(".dead") === true

const ask = () => {
  dialog.returnValue = ""
  dialog.querySelector("input").value = ""
  dialog.showModal()
}

form?.addEventListener(
  "submit",
  (event) => {
    const id = event.submitter.value
    const card = cardOf(id)
    const stage = card?.querySelector("select").value
    const { lostReason } = form.elements
    lostReason.value = reasons.get(id) ?? ""
    const isLost =
      isDead(form.querySelector(`.lane[data-stage="${stage}"]`)) && !isDead(card.closest(".lane"))
    if (!isLost || reasons.has(id)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    asking.push({ id, stage })
    if (!dialog.open) ask()
  },
  { capture: true }
)

/** board.js stops the event of a move that has to wait. */
document.addEventListener("submit", ({ submitter, target }) => {
  if (target === form) reasons.delete(submitter.value)
})

dialog?.addEventListener("close", () => {
  const { id, stage } = asking.shift()
  const card = cardOf(id)
  if (dialog.returnValue === "lose" && card) {
    reasons.set(id, dialog.querySelector("input").value)
    card.querySelector("select").value = stage
    form.requestSubmit(card.querySelector("button"))
  } else form.reset()
  if (asking.length > 0) ask()
})
