import { parseArgs } from 'node:util'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { runMain } from '#server/process/run-main.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/**
 * Measures addresses of a running site as Lighthouse's mobile preset does: five times each, in turns, so that what else the
 * machine does meets them alike. Of every figure the median. With `--slowed` its line and phone are not simulated from
 * what was seen on a quick line, but the line is slowed down, as a browser on such a phone meets it.
 */
await runMain(async () => {
  const { values, positionals: addresses } = parseArgs({
    allowPositionals: true,
    options: { runs: { type: 'string', default: '5' }, slowed: { type: 'boolean', default: false } },
  })
  const runs = Number(values.runs)
  if (addresses.length === 0 || !(runs >= 1))
    throw new Error(
      'Name the addresses to measure: npm run lighthouse -- [--runs 5] [--slowed] http://localhost:3000/',
    )
  const measured = new Map(addresses.map((address) => [address, [] as Scores[]]))
  for (let run = 0; run < runs; run += 1)
    for (const [address, scores] of measured) scores.push(await measure(address, values))
  for (const [address, scores] of measured) console.info(address, medians(scores))
})

type Scores = Record<
  (typeof categories)[number] | 'fcpMs' | 'lcpMs' | 'blockedMs' | 'shift' | 'machine',
  number
>

function medians(runs: Scores[]) {
  const names = Object.keys(runs[0] ?? {}) as (keyof Scores)[]
  return Object.fromEntries(
    names.map((name) => [name, runs.map((run) => run[name]).toSorted(ascending)[runs.length >> 1]]),
  )
}

function ascending(one: number, other: number) {
  return one - other
}

async function measure(address: string, { slowed }: { slowed: boolean }): Promise<Scores> {
  const chrome = await launch({
    chromePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const result = await lighthouse(address, {
      port: chrome.port,
      onlyCategories: [...categories],
      throttlingMethod: slowed ? 'devtools' : 'simulate',
      logLevel: 'error',
    })
    if (!result) throw new Error(`Lighthouse said nothing about ${address}`)
    const { lhr } = result
    const value = (audit: string) => Math.round((lhr.audits[audit]?.numericValue ?? Number.NaN) * 1000) / 1000
    const scores = Object.fromEntries(
      categories.map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)]),
    ) as Pick<Scores, (typeof categories)[number]>
    return {
      ...scores,
      fcpMs: value('first-contentful-paint'),
      lcpMs: value('largest-contentful-paint'),
      blockedMs: value('total-blocking-time'),
      shift: value('cumulative-layout-shift'),
      // How fast Lighthouse found the machine: a desktop of its day has 1,500 and more.
      machine: Math.round(lhr.environment.benchmarkIndex),
    }
  } finally {
    chrome.kill()
  }
}
