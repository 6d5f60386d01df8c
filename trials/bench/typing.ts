import { randomBytes } from 'node:crypto'
import { type CDPSession, chromium, type Page } from '@playwright/test'

/**
 * Types into a long note of a running site and says what a key costs the page's main thread, and how long the browser
 * took from the key to the next frame: `node bench/typing.ts http://localhost:3000 [letters]`.
 */
const [site = 'http://localhost:3000', letters = '200000'] = process.argv.slice(2)
/** In milliseconds: a key may cost a frame. */
const target = 16
const keys = 100
/** Between two keys, in milliseconds: somebody who types fast. */
const rhythm = 60

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage({ baseURL: site, viewport: { width: 1280, height: 900 } })
const tools = await page.context().newCDPSession(page)
await tools.send('Performance.enable')
await openLongNote(page, Number(letters))
const rows = []
for (const [place, at] of [
  ['at the end', 1],
  ['in the middle', 0.5],
  ['at the start', 0],
] as const) {
  rows.push({ place, ...(await measureAt(page, tools, at)) })
}
console.table(rows)
await browser.close()
process.exitCode = rows.every((row) => row['main thread ms'] <= target) ? 0 : 1

async function openLongNote(page: Page, length: number) {
  const name = `typist${randomBytes(4).toString('hex')}`
  const account = { email: `${name}@example.org`, password: 'correct horse', name, username: name }
  await page.request.post('/api/auth/sign-up/email', { data: account })
  const profile = await page.request.post('/api/users/create-profile', { data: {} })
  const { user } = await profile.json()
  const made = await page.request.post('/api/projects', {
    data: { title: 'Typing', notes: longNote(length) },
  })
  const { project } = await made.json()
  await page.addInitScript((id) => localStorage.setItem(`foldout:${id}:seen:editor`, 'true'), user.id)
  await page.goto(`/project/${project.id}/edit`)
  await page.getByRole('textbox', { name: 'Notes' }).waitFor()
}

/** Paragraphs of some 60 words. */
function longNote(length: number) {
  const paragraph = `${'moth lamp paper staple ink window fold garden kettle night '.repeat(6)}\n\n`
  return paragraph.repeat(Math.ceil(length / paragraph.length)).slice(0, length)
}

async function measureAt(page: Page, tools: CDPSession, place: number) {
  const notes = page.getByRole('textbox', { name: 'Notes' })
  await notes.evaluate((field: HTMLTextAreaElement, place) => {
    const at = Math.floor(field.value.length * place)
    field.focus()
    field.setSelectionRange(at, at)
  }, place)
  await page.keyboard.type(' warm')
  await page.waitForTimeout(3_000)
  await watchEvents(page)
  const before = await spent(tools)
  for (let key = 0; key < keys; key += 1) {
    await page.keyboard.press('abcdefghij'[key % 10] ?? 'a')
    await page.waitForTimeout(rhythm)
  }
  const after = await spent(tools)
  const perKey = (what: string) => round((((after[what] ?? 0) - (before[what] ?? 0)) * 1000) / keys)
  return {
    'main thread ms': perKey('TaskDuration'),
    'script ms': perKey('ScriptDuration'),
    'layout ms': perKey('LayoutDuration'),
    ...(await eventTimes(page)),
  }
}

/** Seconds of the page's main thread by kind, since it was opened. */
async function spent(tools: CDPSession): Promise<Record<string, number>> {
  const { metrics } = await tools.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
}

/** Event Timing reports only what took at least a frame, in steps of 8 ms. */
async function watchEvents(page: Page) {
  await page.evaluate(() => {
    const seen: number[] = []
    Object.assign(window, { seen })
    const observer = new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') seen.push(duration)
    })
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
}

async function eventTimes(page: Page) {
  const seen = await page.evaluate(() => (window as unknown as { seen: number[] }).seen)
  return { 'keys over 16 ms to the frame': seen.length, 'slowest key ms': Math.max(0, ...seen) }
}

function round(ms: number) {
  return Math.round(ms * 10) / 10
}
