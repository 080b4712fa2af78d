/** Moves by drag and by key: both fill in the card's own form and send it. */
const form = document.getElementById("moves")
const lanes = document.getElementById("lanes")

const linkOf = (id) => document.getElementById(`d-${id.slice(-12)}`)
const cardOf = (node) => node.closest?.(".deal") ?? null
const laneOf = (node) => node.closest?.(".lane") ?? null
const idOf = (card) => card.querySelector("button").value

/** Moves wait for each other, so that each begins where the one before ended. */
const waiting = []
let moving
let dragged

const free = () => {
  if (moving === undefined && dragged === undefined) delete form.dataset.busy
}

const begin = () => {
  while (moving === undefined && waiting.length > 0) {
    const { id, to } = waiting.shift()
    const card = linkOf(id)?.closest(".deal")
    const target = card && to(laneOf(card))
    if (!target || target === laneOf(card)) continue
    card.querySelector("select").value = target.dataset.stage
    form.requestSubmit(card.querySelector("button"))
  }
}

const move = (id, to) => {
  waiting.push({ id, to })
  begin()
}

const neighbour = (step) => (lane) => {
  const all = [...lanes.querySelectorAll(".lane")]
  return all[all.indexOf(lane) + step]
}

const highlight = (lane) => {
  for (const one of lanes.querySelectorAll(".over")) one.classList.remove("over")
  lane?.classList.add("over")
}

lanes.addEventListener("keydown", (event) => {
  const link = event.target.closest(".name")
  if (link === null || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const card = cardOf(link)
  const [across, along] = [
    { ArrowLeft: -1, ArrowRight: 1 }[event.key],
    { ArrowUp: card.previousElementSibling, ArrowDown: card.nextElementSibling }[event.key]
  ]
  if (across !== undefined && form !== null) {
    event.preventDefault()
    if (!event.repeat) move(idOf(card), neighbour(across))
  } else if (along) {
    event.preventDefault()
    along.querySelector(".name").focus()
  }
})

if (form !== null) {
  document.getElementById("keys").hidden = false
  lanes.setAttribute("aria-describedby", "keys")

  form.addEventListener("submit", (event) => {
    const card = cardOf(event.submitter)
    const select = card.querySelector("select")
    const { value } = select
    if (moving !== undefined) {
      event.preventDefault()
      event.stopPropagation()
      waiting.push({ id: idOf(card), to: () => lanes.querySelector(`[data-stage="${value}"]`) })
      return
    }
    moving = idOf(card)
    form.dataset.busy = ""
    form.dataset.quiet = `${card.querySelector(".name").textContent} is in ${select.selectedOptions[0].textContent}.`
    card.classList.add("moving")
  })

  document.addEventListener("sent", () => {
    const link = linkOf(moving)
    const elsewhere = document.activeElement !== document.body && !lanes.contains(document.activeElement)
    moving = undefined
    if (!elsewhere) link?.focus()
    free()
    begin()
  })

  document.addEventListener("refused", () => {
    linkOf(moving)?.closest(".deal").classList.remove("moving")
    moving = undefined
    waiting.length = 0
    form.reset()
    free()
  })

  lanes.addEventListener("dragstart", (event) => {
    const card = cardOf(event.target)
    if (card === null) return
    dragged = idOf(card)
    form.dataset.busy = ""
    card.classList.add("dragged")
    event.dataTransfer.effectAllowed = "move"
    event.dataTransfer.setData("text/plain", card.querySelector(".name").textContent)
  })

  lanes.addEventListener("dragover", (event) => {
    const lane = laneOf(event.target)
    if (dragged === undefined || lane === null) return
    event.preventDefault()
    highlight(lane)
  })

  lanes.addEventListener("drop", (event) => {
    const lane = laneOf(event.target)
    if (dragged === undefined || lane === null) return
    event.preventDefault()
    move(dragged, () => lane)
  })

  document.addEventListener("dragend", () => {
    highlight()
    if (dragged !== undefined) linkOf(dragged)?.closest(".deal").classList.remove("dragged")
    dragged = undefined
    free()
  })
}
