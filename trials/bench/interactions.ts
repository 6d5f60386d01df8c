import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium, type Locator, type Page } from 'playwright'
import { demoMember } from '#demo/demo-member.ts'
import { ensureBuilt } from '#server/pages/build.ts'
import { runMain } from '#server/process/run-main.ts'
import { testChromium } from '#tests/support/chromium.ts'
import { npmStart } from '#tests/support/npm-start.ts'
import { runSite } from '#tests/support/running-site.ts'
import { Site } from '../site/site.ts'
import { median, percentile } from './figures.ts'

const rounds = 20
const targets = { median: 100, worst: 200 }
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const slowdown = 4

/** In the page: the longest event of each interaction, in milliseconds. */
declare const interactions: Map<number, number>

/** Runs in the page. Events shorter than 16 ms are not reported. */
function observeInteractions() {
  const longest = new Map<number, number>()
  Object.assign(globalThis, { interactions: longest })
  const observer = new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[])
      if (interactionId) longest.set(interactionId, Math.max(longest.get(interactionId) ?? 0, duration))
  })
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

type Interaction = {
  name: string
  path: string
  prepare?(page: Page): Promise<unknown>
  act(page: Page, round: number): Promise<unknown>
  /** Not measured. */
  reset?(page: Page): Promise<unknown>
}

const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' }).first()
const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name, exact: true })
const pressEscape = (page: Page) => page.keyboard.press('Escape')
const letter = (round: number) => 'the moths of the lamp'[round % 21] ?? ' '

const openFirstZine = async (page: Page) => {
  await page.getByRole('article').first().getByRole('heading').getByRole('link').tap()
  await dialog(page).waitFor()
}

async function openMaker(page: Page) {
  await button(page, 'Make a page').tap()
  await dialog(page).locator('canvas[data-drawn]').waitFor()
}

type Paths = { zine: string; profile: string; project: string; draft: string; pages: string }

const listReading = ({ zine, profile }: Paths): Interaction[] => [
  {
    name: 'Switching tabs',
    path: '/',
    act: (page, round) =>
      page
        .getByRole('tab')
        .nth(round % 2 ? 0 : 2)
        .tap(),
  },
  {
    name: 'Typing in the search',
    path: '/',
    prepare: (page) => page.getByRole('searchbox').tap(),
    act: (page, round) => page.keyboard.press(letter(round)),
  },
  {
    name: 'Opening the filters',
    path: '/',
    act: (page) => page.getByText('Filter', { exact: true }).tap(),
    reset: pressEscape,
  },
  {
    name: 'Applying a filter',
    path: '/',
    async act(page) {
      await page.getByText('Filter', { exact: true }).tap()
      await page.getByLabel('May be printed').tap()
      await page.evaluate(() => interactions.clear())
      await button(page, 'Show zines').tap()
    },
    reset: (page) => page.goto('/', { waitUntil: 'networkidle' }),
  },
  {
    name: 'Loading more zines',
    path: '/',
    act: (page) => page.getByRole('link', { name: 'Load more' }).tap(),
    reset: (page) => page.goto('/', { waitUntil: 'networkidle' }),
  },
  { name: 'Opening a zine', path: '/', act: openFirstZine, reset: (page) => page.goBack() },
  {
    name: 'Closing a zine',
    path: '/',
    async act(page) {
      await openFirstZine(page)
      await page.waitForTimeout(1_000)
      await page.evaluate(() => interactions.clear())
      await button(dialog(page), 'Close').tap()
    },
  },
  {
    name: 'Next page of an opened zine',
    path: zine,
    act: (page) => button(page, 'Next page').tap(),
    reset: (page) => button(page, 'Previous page').tap(),
  },
  {
    name: 'Next page in the reader',
    path: `${zine}/read`,
    act: (page) => button(page, 'Next page').tap(),
    reset: (page) => button(page, 'Previous page').tap(),
  },
  {
    name: 'Favoriting',
    path: '/',
    act: (page) => page.getByRole('article').first().getByRole('button').first().tap(),
  },
  {
    name: 'Opening the profile menu',
    path: profile,
    act: (page) => button(page, 'Profile menu').tap(),
    reset: pressEscape,
  },
]

const listMaking = ({ project, draft, pages }: Paths): Interaction[] => [
  {
    name: 'Typing in 5,000 words of notes',
    path: project,
    prepare: (page) => page.getByRole('textbox', { name: 'Notes' }).press('Control+End'),
    act: (page, round) => page.keyboard.press(letter(round)),
  },
  { name: 'Make pages', path: project, act: (page) => button(page, 'Make pages').tap(), reset: pressEscape },
  {
    name: 'Typing in the page maker',
    path: draft,
    async prepare(page) {
      await openMaker(page)
      await field(page, 'Title').tap()
    },
    act: (page, round) => page.keyboard.press(letter(round)),
  },
  {
    name: 'Choosing an ink',
    path: draft,
    prepare: openMaker,
    act: (page, round) =>
      dialog(page)
        .getByRole('group', { name: /^Ink/ })
        .locator('label')
        .filter({ hasText: round % 2 ? 'Orange' : 'Violet' })
        .tap(),
  },
  {
    name: 'Dropping a dragged page',
    path: pages,
    async act(page) {
      await page.mouse.move(...(await middleOf(page, 1)))
      await page.mouse.down()
      await page.mouse.move(...(await middleOf(page, 3)), { steps: 10 })
      await page.evaluate(() => interactions.clear())
      await page.mouse.up()
    },
  },
]

async function middleOf(page: Page, number: number): Promise<[x: number, y: number]> {
  const strip = page.getByRole('list', { name: 'Pages in order' })
  const box = await strip.getByRole('button', { name: `Page ${number}`, exact: true }).boundingBox()
  if (!box) throw new Error(`Page ${number} is not shown.`)
  return [box.x + box.width / 2, box.y + box.height / 2]
}

const fillTimeoutMs = 120_000

/** The demo library, complete. */
async function runDemo(settings: Record<string, string>) {
  const { flags, env } = npmStart()
  const site = await runSite({ ...env, ...settings }, [...flags, 'demo/main.ts'])
  for (const end = Date.now() + fillTimeoutMs; Date.now() < end; await sleep(100))
    if (site.output.out.includes('zines are on the rack')) return site
  throw new Error(`The demo library is not complete: ${site.output.err}`)
}

async function signInToDemo(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ baseURL })
  const call = async (method: 'get' | 'post', path: string, data?: object) =>
    (await context.request[method](path, { data, failOnStatusCode: true })).json()
  const { username, password } = demoMember
  await call('post', '/api/auth/sign-in/email', { email: `${username}@example.org`, password })
  const { user: member } = await call('get', '/api/auth/user')
  const { zines } = await call('get', '/api/zines')
  const longest = zines.toSorted((a: { pageCount: number }, b: { pageCount: number }) => b.pageCount - a.pageCount)[0]
  const notes = 'The moths circle the lamp again. '.repeat(830)
  const { project } = await call('post', '/api/projects', { title: 'Five thousand words', notes })
  const { draft } = await call('post', '/api/drafts', { content: { title: 'Moths' } })
  const uploads = Array.from({ length: 8 }, async (_, index) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${400 + index}" height="500"/>`
    const { url } = await call('post', '/api/upload-zine-media', { base64String: Buffer.from(svg).toString('base64') })
    return { url }
  })
  const content = { title: 'Eight pages', pages: await Promise.all(uploads) }
  const { draft: pages } = await call('post', '/api/drafts', { content })
  return {
    storageState: await context.storageState(),
    paths: {
      zine: `/zine/${longest.id}`,
      profile: `/profile/${member.id}`,
      project: `/project/${project.id}/edit`,
      draft: `/draft/${draft.id}`,
      pages: `/draft/${pages.id}`,
    },
  }
}

async function measure(page: Page, { path, prepare, act, reset }: Interaction) {
  await page.addInitScript(observeInteractions)
  await page.goto(path, { waitUntil: 'networkidle' })
  const gotIt = button(page, /^Got it/)
  if (await gotIt.isVisible()) await gotIt.tap()
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await prepare?.(page)
  const durations: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await page.waitForTimeout(500)
    await page.evaluate(() => interactions.clear())
    await act(page, round)
    // An event is reported after the next frame.
    await page.waitForTimeout(1_000)
    durations.push(...(await page.evaluate(() => [Math.max(8, ...interactions.values())])))
    await reset?.(page)
  }
  return durations
}

/**
 * Measures how long interactions take on a phone, until the next frame is shown, as “Interaction to Next Paint” counts them.
 * Names select single ones. Nothing else may run on the machine.
 */
await runMain(async () => {
  await ensureBuilt()
  const site = await Site.open({ settings: { RATE_LIMITS: 'off' }, run: runDemo })
  const browser = await chromium.launch(testChromium)
  const names = process.argv.slice(2)
  try {
    const baseURL = `http://localhost:${site.port}`
    const { storageState, paths } = await signInToDemo(browser, baseURL)
    for (const interaction of [...listReading(paths), ...listMaking(paths)]) {
      if (names.length > 0 && !names.includes(interaction.name)) continue
      const context = await browser.newContext({ baseURL, storageState, ...phone })
      const durations = await measure(await context.newPage(), interaction)
      await context.close()
      const [middle, worst] = [median(durations), percentile(durations, 0.98)]
      console.info(`| ${interaction.name} | ${middle} | ${worst} |`)
      if (middle > targets.median || worst > targets.worst) process.exitCode = 1
    }
  } finally {
    await browser.close()
    await site.remove()
  }
})
