/** Makes the panel's copy buttons work. A frame may lack access to the clipboard, but it can always select text. */
const said = document.getElementById("copied")

const copySelected = (field) => {
  field.focus()
  field.select()
  return document.execCommand("copy")
}

const copy = async (field) => {
  try {
    await navigator.clipboard.writeText(field.value)
    return true
  } catch {
    return copySelected(field)
  }
}

for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = false
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copy)
    const copied = await copy(field)
    if (copied) button.focus()
    said.textContent = copied ? button.dataset.copied : said.dataset.failed
  })
}
