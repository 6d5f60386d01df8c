import { readdirSync, readFileSync } from 'node:fs'
import type { APIRequestContext, Page } from '@playwright/test'
import { classesIn } from '../checks/class-names.ts'
import { callApi, expect, register, test, uniqueName } from '../support/journey.ts'
import { publishLongZine } from '../support/long-zine.ts'
import { publish } from '../support/published-zine.ts'

const assets = 'dist/client/assets'

async function publishLibrary(request: APIRequestContext) {
  const { id } = await register(request)
  const word = uniqueName('moth')
  const zine = await publish(request, `${word} one`, 'photo.avif', 'wide.webp')
  const details = { kind: 'comic', languages: ['pt'], subjects: ['moths'], series: 'Night', issue: '1' }
  await callApi(request, 'put', `/api/zines/${zine.id}`, { version: 1, details, mayPrint: true })
  const { id: longId } = await publishLongZine(request, { title: `${word} two`, count: 6 })
  const { shelf } = await callApi(request, 'post', '/api/shelves', { title: 'Kitchen', visibility: 'public' })
  await callApi(request, 'put', `/api/shelves/${shelf.id}/zines/${zine.id}`, {})
  const lists = ['/', `/?q=${word}`, '/?q=xqzjwvkp', '/?tab=creators', '/?tab=popular', '/?kind=comic']
  const ofMaker = [`/profile/${id}`, `/profile/${id}?tab=shelves`, `/profile/${id}/series/night`, `/shelf/${shelf.id}`]
  const ofZine = ['', '/read', '/text', '/print'].map((end) => `/zine/${zine.id}${end}`)
  const others = ['/account-settings', '/about', '/nowhere']
  return [...lists, ...ofMaker, ...ofZine, `/zine/${longId}/read?page=4`, ...others]
}

test('the first style sheet has all styles of the server’s HTML', async ({ page, otherRequest }) => {
  const paths = await publishLibrary(otherRequest)
  const styled = new Set(
    readdirSync(assets)
      .filter((name) => name.endsWith('.css'))
      .flatMap((name) => [...classesIn(readFileSync(`${assets}/${name}`, 'utf8'))]),
  )
  expect(styled).toContain('feed-link-feed')
  for (const path of paths) {
    const html = await (await page.request.get(path)).text()
    const inPage = classesIn(/<style>(.*?)<\/style>/s.exec(html)?.[1] ?? '')
    const used = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '))
    expect(
      [...new Set(used)].filter((name) => styled.has(name) && !inPage.has(name)),
      path,
    ).toEqual([])
  }
})

// With another locale, the print page changes its paper to Letter, which only the browser knows.
test.use({ locale: 'en-GB' })

/** Remembers where all visible elements are. Empty ones wait for scripts, and held pictures are outside the page. */
const remember = (page: Page) =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => [element, element.getBoundingClientRect().toJSON(), element.textContent] as const)
      .filter(([, { width, height, bottom }]) => width > 0 && height > 0 && bottom > 0)
    Object.assign(window, { boxes })
    return boxes.length
  })

/** The remembered elements that are now elsewhere or invisible. A text may change, such as the pages that fit. */
const moved = (page: Page) =>
  page.evaluate(() => {
    type Box = { left: number; top: number; width: number; height: number }
    const { boxes } = window as unknown as { boxes: [Element, Box, string][] }
    return boxes.flatMap(([element, before, text]) => {
      if (element.textContent !== text) return []
      const now = element.getBoundingClientRect()
      const isSame = (['left', 'top', 'width', 'height'] as const).every(
        (side) => Math.abs(now[side] - before[side]) < 1,
      )
      if (isSame && element.checkVisibility({ visibilityProperty: true })) return []
      const describe = ({ left, top, width, height }: Box) => [left, top, width, height].map(Math.round).join(' ')
      return `${element.nodeName}.${element.className}: ${describe(before)} → ${describe(now)}`
    })
  })

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
])
  test(`scripts move nothing, in a window of ${viewport.width} pixels`, async ({ page, otherRequest }) => {
    test.slow()
    const paths = await publishLibrary(otherRequest)
    await page.setViewportSize(viewport)
    let release = () => {}
    // The fonts must be the same before and after, because some load later on purpose.
    await page.route(/\.woff2$|fonts-later/, (route) => route.fulfill({ status: 404 }))
    await page.route(/\/assets\/entry-browser[^/]*\.js$/, async (route) => {
      await new Promise<void>((resolve) => {
        release = resolve
      })
      await route.continue()
    })
    const problems: string[] = []
    for (const path of paths) {
      await page.goto(path, { waitUntil: 'commit' })
      await page.locator('#page-data').waitFor({ state: 'attached' })
      await page.evaluate(() => document.fonts.ready)
      expect(await remember(page), path).toBeGreaterThan(5)
      release()
      await page.locator('html[data-ready]').waitFor()
      await page.waitForLoadState('networkidle')
      problems.push(...(await moved(page)).slice(0, 4).map((problem) => `${path} ${problem}`))
    }
    expect(problems).toEqual([])
  })
