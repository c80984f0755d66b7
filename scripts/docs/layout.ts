// The frame around the body of a page: the bar with the search, the menu, the contents of the page.

import { asHtml, type Page, shortTitle } from './page.ts'
import { groups } from './site.ts'

/** From so many headings on, a list of them would be longer than scrolling. */
const contentsMost = 40

export function layout(page: Page, pages: readonly Page[]): string {
  const title = page.title === 'Cellwake' ? 'Cellwake' : `${page.title} · Cellwake`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${asHtml(title)}</title>
<link rel="icon" href="icon.svg">
<link rel="stylesheet" href="site.css">
<script src="theme.js"></script>
<script src="search-index.js" defer></script>
<script src="site.js" defer></script>
</head>
<body>
<a class="skip" href="#site-main">To the text</a>
<header class="top">
<a class="brand" href="index.html"><img src="icon.svg" alt="" width="20" height="20">Cellwake</a>
<div class="search" role="search" hidden>
<input id="site-search" type="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off" role="combobox" aria-expanded="false" aria-controls="site-found">
<kbd aria-hidden="true">/</kbd>
<ul id="site-found" role="listbox" aria-label="Found" hidden></ul>
</div>
<button id="site-theme" type="button" hidden>Dark</button>
<a class="to-menu" href="#site-menu">Menu</a>
</header>
<div class="columns">
<main id="site-main">
${page.body}</main>
${contents(page)}
<nav id="site-menu" aria-label="Pages">
${menu(page, pages)}
</nav>
</div>
</body>
</html>
`
}

function menu(current: Page, pages: readonly Page[]): string {
  return groups
    .map((group) => {
      const items = pages
        .filter((page) => page.group === group)
        .map((page) => {
          const here = page.file === current.file ? ' aria-current="page"' : ''
          return `<li><a href="${page.file}"${here}>${asHtml(shortTitle(page))}</a></li>`
        })
      return `<h2>${asHtml(group)}</h2>\n<ul>${items.join('\n')}</ul>`
    })
    .join('\n')
}

function contents({ headings }: Page): string {
  const parts = headings.filter(({ level }) => level === 2)
  if (parts.length < 2 || parts.length > contentsMost) return '<div></div>'
  const items = parts.map(({ id, text }) => `<li><a href="#${asHtml(id)}">${asHtml(text)}</a></li>`)
  return `<aside aria-label="On this page"><h2>On this page</h2><ul>${items.join('\n')}</ul></aside>`
}
