// Checks that run in the page: every control has a name, every picture says what it is or nothing, ids are unique,
// nothing is wider than the window.

import type { Page } from 'playwright-core'

export function accessibilityProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = []
    const shown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    const say = (element: Element, what: string) =>
      problems.push(`${what}: ${element.outerHTML.slice(0, 120)}`)
    const textOf = (id: string | null) =>
      (id ?? '')
        .split(' ')
        .map((one) => document.getElementById(one)?.textContent ?? '')
        .join(' ')
    const nameOf = (element: Element): string => {
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
      const area = element instanceof HTMLTextAreaElement ? [...(element.labels ?? [])] : []
      return [
        element.getAttribute('aria-label'),
        textOf(element.getAttribute('aria-labelledby')),
        ...[...labels, ...area].map((label) => label.textContent),
        element.textContent,
      ].join('')
    }
    const controls =
      'a[href], button, input, select, textarea, dialog[open], nav, [role="dialog"], [role="grid"], [role="listbox"], [role="combobox"], [role="option"]'
    for (const element of document.querySelectorAll(controls)) {
      if (shown(element) && nameOf(element).trim() === '') say(element, 'no name')
    }
    for (const element of document.querySelectorAll('svg, img')) {
      const silent = element.closest('[aria-hidden="true"], [role="img"]') !== null
      if (shown(element) && !silent && nameOf(element).trim() === '')
        say(element, 'neither named nor silent')
    }
    const ids = [...document.querySelectorAll('[id]')].map((element) => element.id)
    for (const id of new Set(ids.filter((one, i) => ids.indexOf(one) !== i)))
      problems.push(`id twice: ${id}`)
    for (const element of document.querySelectorAll('[tabindex]')) {
      if (Number(element.getAttribute('tabindex')) > 0) say(element, 'out of the natural order')
    }
    if (
      document.querySelectorAll('h1').length > 1 &&
      document.querySelectorAll('main').length !== 1
    )
      problems.push('not one main')
    if (document.documentElement.lang !== 'en') problems.push('the page has no language')
    if (document.title === '') problems.push('the page has no title')
    if (document.documentElement.scrollWidth > innerWidth)
      problems.push(`wider than the window: ${document.documentElement.scrollWidth} px`)
    return problems
  })
}
