import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { removeDataFolder } from '../support/data-folder.ts'
import { callApi, expect, press, register, test, visit } from '../support/journey.ts'
import { journeyPort } from '../support/journey-data.ts'
import { uploadAndPublish } from '../support/published-zine.ts'
import { type RunningSite, runPseudoSite } from '../support/running-site.ts'

/**
 * In the pseudo-language (docs/languages.md), a text without accents is in no catalog, and sentences are longer. The letters v
 * and x never get accents. All texts of members here consist of them.
 */
test.describe.configure({ timeout: 400_000 })
const port = journeyPort + 10
test.use({ baseURL: `http://localhost:${port}` })

let dataDir: string
let site: RunningSite
test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'foldout-pseudo-'))
  site = await runPseudoSite({ PORT: String(port), DATA_DIR: dataDir })
})
test.afterAll(async () => {
  await site.end()
  await removeDataFolder(dataDir)
})

/** What is in no catalog: dates, names of languages and browsers, addresses and the document format. */
const exceptions = {
  elements: 'script, style, noscript, code, time, option',
  texts: '\\S+@example\\.org|Chrome on Linux|PDF',
}

const listFaults = (page: Page) =>
  page.evaluate(({ elements, texts }) => {
    const faults = new Set<string>()
    const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    function check(element: Element, text = '') {
      const isPlain = /[a-uwyz]{2}/i.test(text.replace(new RegExp(texts, 'g'), ''))
      if (isPlain && !element.closest(elements) && isVisible(element)) faults.add(`no sentence of a catalog: ${text}`)
    }
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      for (const { nodeType, textContent } of element.childNodes)
        if (nodeType === Node.TEXT_NODE) check(element, textContent ?? '')
      for (const { name, value } of element.attributes)
        if (/^(alt|aria-label|aria-roledescription|aria-valuetext|placeholder|title)$/.test(name)) check(element, value)
      const { clientWidth, scrollWidth, clientHeight, scrollHeight, innerText } = element
      if (!element.matches('a, button, h1, h2, h3, label, legend, summary, [role="tab"]') || clientWidth < 2) continue
      const { overflowX, overflowY } = getComputedStyle(element)
      const isCut =
        (overflowX !== 'visible' && scrollWidth > clientWidth + 1) ||
        (overflowY !== 'visible' && scrollHeight > clientHeight + 1)
      if (isCut && isVisible(element)) faults.add(`cut off: ${innerText}`)
    }
    const { scrollWidth } = document.documentElement
    if (scrollWidth > window.innerWidth) faults.add(`${scrollWidth} pixels wide`)
    return [...faults]
  }, exceptions)

/** Soft, so that one run reports the faults of all pages. */
const softly = expect.configure({ soft: true })

async function expectTranslated(page: Page, state = new URL(page.url()).pathname) {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await softly.poll(() => listFaults(page), { message: `${state} at ${width} pixels`, timeout: 4_000 }).toEqual([])
  }
}

async function expectPages(page: Page, ...paths: string[]) {
  for (const path of paths) {
    await visit(page, path)
    await page.waitForLoadState('networkidle')
    await expectTranslated(page, path)
  }
}

async function expectDialog(page: Page, name: RegExp) {
  await press(page, name)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expectTranslated(page, String(name))
}

test('no text of the interface is only in English, and long sentences have room', async ({ page }) => {
  await expectPages(page, '/')
  await expectDialog(page, /Śĩĝń ĩń/)
  await expectDialog(page, /Ćŕēàţē Àććōũńţ/)
  const member = await register(page.request, 'vxvx')
  const { id, mediaUrls } = await uploadAndPublish(page.request, 'VXVX', 'photo.avif')
  const pages = mediaUrls.map((url) => ({ url, altText: 'vx', transcript: '', contentNote: '' }))
  await callApi(page.request, 'put', `/api/zines/${id}`, { version: 1, description: 'vx', mayPrint: true, pages })
  await expectPages(page, '/?q=vx', `/zine/${id}`, `/zine/${id}/print`, `/profile/${member.id}`, '/account-settings')
  await expectDialog(page, /^\S+Ũƥĺōàď/)
  const { draft } = await callApi(page.request, 'post', '/api/drafts', { content: { title: 'vx' } })
  await expectPages(page, `/draft/${draft.id}`)
  const { project } = await callApi(page.request, 'post', '/api/projects', { title: 'vx', notes: '# vx' })
  await expectPages(page, `/project/${project.id}/edit`)
  await press(page, /Ĝōţ ĩţ/)
  await expectTranslated(page, 'the editor')
  await expectDialog(page, /Ḿàķē ƥàĝēś/)
})
