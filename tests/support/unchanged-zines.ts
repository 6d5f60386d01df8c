import type { Page } from '@playwright/test'

/**
 * Zines look the same in both themes. Returns what changes a picture or video: filters, opacity, blend modes, or a
 * background that depends on the theme and is seen through transparent parts.
 */
export const changedZines = (page: Page) =>
  page.evaluate(() => {
    const root = document.documentElement
    const zines = [...document.querySelectorAll<HTMLElement>('img:is([src*="/media/"], [src^="blob:"]), video, canvas')]
    // A shadow is outside the picture, a blur covers it on request, and the sheet leaves out paper in both themes.
    const isHarmless = (filter: string) =>
      /^none$|^(drop-shadow|blur)\([^)]*\)?[^)]*\)$|^url\("#without-\w+"\)$/.test(filter)
    const changes = zines.flatMap((zine) => {
      const found: string[] = []
      for (let element: Element | null = zine; element; element = element.parentElement) {
        const { filter, opacity, mixBlendMode } = getComputedStyle(element)
        if (!isHarmless(filter) || opacity !== '1' || mixBlendMode !== 'normal')
          found.push(`${element.className || element.tagName}: ${filter}, opacity ${opacity}, ${mixBlendMode}`)
      }
      return found
    })
    const backgrounds = (theme: string) => {
      root.dataset.theme = theme
      return zines.map((zine) => getComputedStyle(zine).backgroundColor)
    }
    const { theme } = root.dataset
    const [light, dark] = [backgrounds('light'), backgrounds('dark')]
    if (theme === undefined) delete root.dataset.theme
    else root.dataset.theme = theme
    const different = zines.filter((_, index) => light[index] !== dark[index])
    return [
      ...changes,
      ...different.map(({ className, tagName }) => `${className || tagName}: on a color of the theme`),
    ]
  })
