import { type Browser, chromium, type Page } from 'playwright'
import sharp from 'sharp'
import { pictureTreatments, typeStyles } from '#contract/page-recipe.ts'
import { ensureBuilt } from '#server/pages/build.ts'
import { runMain } from '#server/process/run-main.ts'
import { testChromium } from '#tests/support/chromium.ts'
import { Site } from '../site/site.ts'
import { median, percentile } from './figures.ts'
import { type Observed, observe } from './observe-maker.ts'

/** In the page. */
declare const observed: Observed

/** Chromium's “Fast 4G”. */
const fast4g = { offline: false, latency: 165, downloadThroughput: 1_012_500, uploadThroughput: 168_750 }
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const words = (count: number) => Array.from({ length: count }, (_, index) => `moth${index % 10}`).join(' ')
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="500"/>')

type Member = Awaited<ReturnType<typeof signUp>>
type Result = [name: string, value: number, unit: string, target: number]

async function signUp(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ baseURL })
  const post = async (path: string, data: object) =>
    (await context.request.post(path, { data, failOnStatusCode: true })).json()
  const account = { email: 'maker@example.org', password: 'a quiet corner', username: 'maker', name: 'maker' }
  await post('/api/auth/sign-up/email', account)
  await post('/api/users/create-profile', {})
  const storageState = await context.storageState()
  /** In a window with an empty cache. */
  const open = async (path: string, device = {}) => {
    const page = await (await browser.newContext({ baseURL, storageState, ...device })).newPage()
    await page.addInitScript(observe)
    await page.goto(path, { waitUntil: 'networkidle' })
    return page
  }
  const upload = async (bytes: Buffer): Promise<string> =>
    (await post('/api/upload-zine-media', { base64String: bytes.toString('base64') })).url
  const openDraft = async (recipes: object[], device?: object) => {
    const url = await upload(svg)
    const pages = recipes.map((recipe) => ({ url, recipe: { version: 1, template: 'text', ...recipe } }))
    const { draft } = await post('/api/drafts', { content: { title: 'Moths', pages } })
    return open(`/draft/${draft.id}`, device)
  }
  return { post, upload, open, openDraft }
}

async function openMaker(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).first().click()
  await page.waitForFunction(() => observed.drawn > 0)
  return page.evaluate(() => observed.drawn - observed.start)
}

async function measureOpening({ openDraft }: Member): Promise<Result[]> {
  const times: number[] = []
  for (let run = 0; run < 5; run += 1) {
    const page = await openDraft([], phone)
    const client = await page.context().newCDPSession(page)
    await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await client.send('Network.emulateNetworkConditions', fast4g)
    times.push(await openMaker(page, 'Make a page'))
    await page.context().close()
  }
  return [['Opening the maker on a phone, median of 5', median(times), 'ms', 1_500]]
}

async function measureTyping({ openDraft }: Member): Promise<Result[]> {
  const page = await openDraft([{ text: words(300), language: 'en' }])
  await openMaker(page, 'Edit page 1')
  await page.getByRole('textbox', { name: 'Text', exact: true }).press('Control+End')
  await page.keyboard.type(` ${words(25)}`, { delay: 80 })
  const waits = await page.evaluate(() => observed.waits)
  await page.context().close()
  return [[`Preview of 300 words, 95 % of ${waits.length} letters`, percentile(waits, 0.95), 'ms', 50]]
}

async function measureDragging({ upload, openDraft }: Member): Promise<Result[]> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const blots = await sharp({ create: { width: 32, height: 40, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer()
  const photo = await sharp(blots).resize(1600, 2000).jpeg().toBuffer()
  const results: Result[] = []
  for (const treatment of pictureTreatments) {
    const pictures = [{ url: await upload(photo), frame: { x: 0.5, y: 0.5, zoom: 2, turn: 0 } }]
    const page = await openDraft([{ version: 2, template: 'full-bleed', inks: ['black', 'pink'], treatment, pictures }])
    await openMaker(page, 'Edit page 1')
    const frame = page.getByRole('button', { name: 'Part of the image to show' })
    await frame.hover()
    const { x = 0, y = 0 } = (await frame.boundingBox()) ?? {}
    await page.mouse.move(x + 20, y + 20)
    await page.mouse.down()
    for (let step = 21; step <= 70; step += 1) {
      await page.mouse.move(x + step, y + step)
      await page.waitForTimeout(80)
    }
    const waits = await page.evaluate(() => observed.waits)
    await page.context().close()
    results.push([
      `Preview of a dragged image, ${treatment}, 95 % of ${waits.length} moves`,
      percentile(waits, 0.95),
      'ms',
      50,
    ])
  }
  return results
}

async function measureMaking({ post, open }: Member): Promise<Result[]> {
  const notes = Array.from({ length: 6 }, (_, index) => `# Moth ${index}\n\n${words(60)}`).join('\n\n')
  const page = await open(`/project/${(await post('/api/projects', { title: 'Moths', notes })).project.id}/edit`)
  await page.getByRole('button', { name: 'Got it' }).click()
  await page.getByRole('button', { name: 'Make pages' }).click()
  await page.getByText('8 pages, on one sheet of paper.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Make pages' }).click()
  const cancelAll = page.getByRole('button', { name: 'Remove all 8' })
  await cancelAll.waitFor()
  await cancelAll.waitFor({ state: 'hidden' })
  const all = await page.evaluate(() => performance.now() - observed.start)
  const renderMs = await page.evaluate(() => observed.renderMs)
  await page.context().close()
  return [
    ['Eight pages drawn', renderMs, 'ms', 6_000],
    ['Eight pages drawn, uploaded and saved', all, 'ms', 6_000],
  ]
}

async function measureFonts({ openDraft }: Member): Promise<Result[]> {
  const results: Result[] = []
  for (const style of typeStyles) {
    const page = await openDraft([{ style, title: 'Moths', text: words(20) }])
    await openMaker(page, 'Edit page 1')
    const urls = await page.evaluate(() => observed.fonts)
    const files = await Promise.all(urls.map(async (url) => (await page.request.get(url)).body()))
    const bytes = files.reduce((total, { length }) => total + length, 0)
    await page.context().close()
    results.push([`Fonts of a page in ${style}`, bytes / 1_000, 'kB', 60])
  }
  return results
}

/** Measures making pages in Chromium, on a site of its own. Nothing else may run on the machine. */
await runMain(async () => {
  await ensureBuilt()
  const site = await Site.open({ settings: { RATE_LIMITS: 'off' } })
  const browser = await chromium.launch(testChromium)
  try {
    const member = await signUp(browser, `http://localhost:${site.port}`)
    for (const measure of [measureOpening, measureTyping, measureDragging, measureMaking, measureFonts])
      for (const [name, value, unit, target] of await measure(member)) {
        console.info(`${name}: ${Math.round(value)} ${unit}, target ${target}`)
        if (value > target) process.exitCode = 1
      }
  } finally {
    await browser.close()
    await site.remove()
  }
})
