/** Moves deals by dragging and by keyboard, both with the card's own form. Arrow keys alone never move a deal. */
const form = document.getElementById("moves")
const lanes = document.getElementById("lanes")

const linkOf = (id) => document.getElementById(`d-${id.slice(-12)}`)
const cardOf = (node) => node.closest?.(".deal") ?? null
/** A drop target in the dock represents its lane. */
const laneOf = (node) =>
  lanes.querySelector(`[data-stage="${node.closest?.("[data-stage]")?.dataset.stage}"]`)
const idOf = (card) => card.querySelector("button").value

/** Moves run one at a time, so that each starts from the result of the last. */
const waiting = []
let moving
let dragged

/** Dropping a card leaves the focus where it was. */
let dropped = false

/** Keyboard moves into or out of won and dead must be pressed twice. */
const isGrave = (...stages) => stages.some((lane) => lane.matches(".won, .dead"))

const isSure = (id, target, at) => {
  if (globalThis.isSure(`${id} ${target.dataset.stage}`, at)) return true
  const [name, stage] = [linkOf(id), target.querySelector("h2")].map((one) => one.textContent.trim())
  const detail = globalThis.phrase("sureMove", { deal: name, stage })
  document.dispatchEvent(new CustomEvent("say", { detail }))
  return false
}

const free = () => {
  if (moving === undefined && dragged === undefined) delete form.dataset.busy
}

const begin = () => {
  while (moving === undefined && waiting.length > 0) {
    const next = waiting.shift()
    const { id, to } = next
    const card = linkOf(id)?.closest(".deal")
    const target = card && to(laneOf(card))
    if (!target || target === laneOf(card)) continue
    if (next.at !== undefined && isGrave(laneOf(card), target) && !isSure(id, target, next.at)) continue
    dropped = next.dropped === true
    card.querySelector("select").value = target.dataset.stage
    form.requestSubmit(card.querySelector("button"))
  }
}

const move = (wanted) => {
  waiting.push(wanted)
  begin()
}

const neighbour = (step) => (lane) => {
  const all = [...lanes.querySelectorAll(".lane")]
  return all[all.indexOf(lane) + step]
}

/** The card at the same position in the next lane that has cards, or that lane's last card. */
const across = (card, step) => {
  const place = [...card.parentElement.children].indexOf(card)
  for (let lane = neighbour(step)(laneOf(card)); lane; lane = neighbour(step)(lane)) {
    const cards = lane.querySelectorAll(".deal")
    if (cards.length > 0) return cards[Math.min(place, cards.length - 1)]
  }
}

const highlight = (lane) => {
  for (const one of document.querySelectorAll(".over")) one.classList.remove("over")
  const over = lane ? document.querySelectorAll(`[data-stage="${lane.dataset.stage}"]`) : []
  for (const one of over) one.classList.add("over")
}

lanes.addEventListener("keydown", (event) => {
  const link = event.target.closest(".name")
  if (link === null || event.altKey || event.ctrlKey || event.metaKey) return
  const card = cardOf(link)
  if (event.key === "m" && form !== null) {
    event.preventDefault()
    card.querySelector("details").open = true
    return card.querySelector("select").focus()
  }
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (event.shiftKey) {
    if (step === undefined || form === null) return
    event.preventDefault()
    if (!event.repeat) move({ id: idOf(card), to: neighbour(step), at: event.timeStamp })
    return
  }
  const along = { ArrowUp: card.previousElementSibling, ArrowDown: card.nextElementSibling }[event.key]
  const next = step === undefined ? along : across(card, step)
  if (!next) return
  event.preventDefault()
  next.querySelector(".name").focus()
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
      waiting.push({ id: idOf(card), to: () => lanes.querySelector(`[data-stage="${value}"]`), dropped })
      return
    }
    moving = idOf(card)
    form.dataset.busy = ""
    card.classList.add("moving")
  })

  document.addEventListener("sent", ({ detail }) => {
    if (detail !== form) return
    const link = linkOf(moving)
    const elsewhere = document.activeElement !== document.body && !lanes.contains(document.activeElement)
    moving = undefined
    if (!elsewhere && !dropped) link?.focus()
    dropped = false
    free()
    begin()
  })

  document.addEventListener("refused", ({ detail }) => {
    if (detail !== form) return
    linkOf(moving)?.closest(".deal").classList.remove("moving")
    moving = undefined
    waiting.length = 0
    dropped = false
    form.reset()
    free()
  })

  const lift = (card) => {
    dragged = idOf(card)
    form.dataset.busy = ""
    card.classList.add("dragged")
  }

  const put = (lane) => {
    if (lane) move({ id: dragged, to: () => lane, dropped: true })
  }

  const letGo = () => {
    highlight()
    if (dragged !== undefined) linkOf(dragged)?.closest(".deal").classList.remove("dragged")
    dragged = undefined
    free()
  }

  lanes.addEventListener("dragstart", (event) => {
    const card = cardOf(event.target)
    if (card === null) return
    lift(card)
    event.dataTransfer.effectAllowed = "move"
    event.dataTransfer.setData("text/plain", card.querySelector(".name").textContent)
  })

  form.addEventListener("dragover", (event) => {
    const lane = laneOf(event.target)
    if (dragged === undefined || lane === null) return
    event.preventDefault()
    highlight(lane)
  })

  form.addEventListener("drop", (event) => {
    const lane = laneOf(event.target)
    if (dragged === undefined || lane === null) return
    event.preventDefault()
    put(lane)
  })

  document.addEventListener("dragend", letGo)

  /** Some browsers don't support dragging by touch. Here a drag starts after a touch of `rest` milliseconds. */
  const rest = 300
  /** In pixels: moving further before the drag starts scrolls the page, and dragging this close to an edge scrolls the lanes. */
  const [still, edge] = [10, 40]

  lanes.addEventListener("touchstart", (event) => {
    const card = cardOf(event.target)
    if (card === null || event.touches.length > 1 || event.target.closest("details, .moving")) return
    const [from] = event.touches
    const listening = new AbortController()
    const { signal } = listening
    let at = from
    let isHeld = false

    const under = () => laneOf(document.elementFromPoint(at.clientX, at.clientY) ?? document.body)

    /** Runs on every frame, because the lanes scroll even while the finger rests. */
    const follow = () => {
      if (!isHeld) return
      const { left, right } = lanes.getBoundingClientRect()
      const step =
        at.clientX < Math.max(0, left) + edge ? -8 : at.clientX > Math.min(innerWidth, right) - edge ? 8 : 0
      lanes.scrollLeft += step
      card.style.translate = `${at.clientX - from.clientX}px ${at.clientY - from.clientY}px`
      highlight(under())
      requestAnimationFrame(follow)
    }

    const timer = setTimeout(() => {
      isHeld = true
      // Otherwise the browser starts its own drag a moment later.
      card.draggable = false
      // Positions the card outside its lane, which would clip it.
      const { left, top, width } = card.getBoundingClientRect()
      Object.assign(card.style, {
        position: "fixed",
        left: `${left}px`,
        top: `${top}px`,
        width: `${width}px`
      })
      lift(card)
      follow()
    }, rest)

    const end = (lane) => {
      clearTimeout(timer)
      listening.abort()
      if (!isHeld) return
      isHeld = false
      card.draggable = true
      card.removeAttribute("style")
      put(lane)
      letGo()
    }

    const onMove = (event) => {
      ;[at] = event.touches
      if (isHeld) event.preventDefault()
      else if (Math.hypot(at.clientX - from.clientX, at.clientY - from.clientY) > still) end()
    }
    const onEnd = (event) => {
      // Suppress the click, which would open the deal.
      if (isHeld) event.preventDefault()
      end(isHeld ? under() : undefined)
    }
    lanes.addEventListener("touchmove", onMove, { signal, passive: false })
    lanes.addEventListener("touchend", onEnd, { signal, passive: false })
    lanes.addEventListener("touchcancel", () => end(), { signal })
    lanes.addEventListener("contextmenu", (event) => isHeld && event.preventDefault(), { signal })
  })
}
