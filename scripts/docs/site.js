// The search and the switch between light and dark. Without scripts the pages read the same, only without these.

const root = document.documentElement
const theme = document.getElementById('site-theme')
const search = document.getElementById('site-search')
const found = document.getElementById('site-found')
const rows = globalThis.cellwakeSearch ?? []
const shownMost = 12

theme.hidden = false
theme.textContent = root.dataset.theme === 'dark' ? 'Light' : 'Dark'
theme.addEventListener('click', () => {
  root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark'
  theme.textContent = root.dataset.theme === 'dark' ? 'Light' : 'Dark'
  try {
    localStorage.setItem('cellwake.theme', root.dataset.theme)
  } catch {
    // Storage may be forbidden; the choice then holds until the page is left.
  }
})

search.parentElement.hidden = false
search.addEventListener('input', () => show(hits(search.value)))
search.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault()
    move(event.key === 'ArrowDown' ? 1 : -1)
  } else if (event.key === 'Enter') found.querySelector('[aria-selected="true"] a')?.click()
  else if (event.key === 'Escape') {
    search.value = ''
    show([])
  }
})
document.addEventListener('keydown', (event) => {
  const typing = event.target instanceof HTMLInputElement
  if (event.key !== '/' || typing || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  search.focus()
})
document.addEventListener('click', (event) => {
  if (!search.parentElement.contains(event.target)) show([])
})

/** Rows in which every word occurs; those whose title has the words come first. */
function hits(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return rows
    .map((row) => ({ row, score: scoreOf(row, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, shownMost)
    .map(({ row }) => row)
}

function scoreOf([title, page, , about], words) {
  const name = title.toLowerCase()
  let score = 0
  for (const word of words) {
    if (name === word) score += 100
    else if (name.startsWith(word)) score += 20
    else if (name.includes(word)) score += 8
    else if (page.toLowerCase().includes(word)) score += 2
    else if (about.toLowerCase().includes(word)) score += 1
    else return 0
  }
  return score
}

function show(list) {
  found.replaceChildren(...list.map(item))
  const nothing =
    search.value.trim() !== '' && list.length === 0 && search === document.activeElement
  if (nothing) found.append(element('li', 'Nothing was found.'))
  found.hidden = list.length === 0 && !nothing
  search.setAttribute('aria-expanded', String(!found.hidden))
  if (list.length > 0) select(0)
  else search.removeAttribute('aria-activedescendant')
}

function item([title, page, link, about], index) {
  const line = element('li', '')
  line.id = `found-${index}`
  line.role = 'option'
  const anchor = element('a', '')
  anchor.href = link
  anchor.tabIndex = -1
  anchor.append(element('b', title), element('span', title === page ? about : `${page} · ${about}`))
  // A link to a place on this page does not load it anew, so the list is closed by hand.
  anchor.addEventListener('click', () => show([]))
  line.append(anchor)
  return line
}

function element(name, text) {
  const made = document.createElement(name)
  made.textContent = text
  return made
}

function select(index) {
  for (const [place, line] of [...found.children].entries())
    line.setAttribute('aria-selected', String(place === index))
  search.setAttribute('aria-activedescendant', `found-${index}`)
  found.children[index]?.scrollIntoView({ block: 'nearest' })
}

function move(by) {
  const lines = [...found.querySelectorAll('[role="option"]')]
  if (lines.length === 0) return
  const at = lines.findIndex((line) => line.getAttribute('aria-selected') === 'true')
  select((at + by + lines.length) % lines.length)
}
