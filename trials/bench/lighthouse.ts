import { parseArgs } from 'node:util'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { runMain } from '#server/process/run-main.ts'
import { median } from './figures.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo']
const audits = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']

/**
 * Measures pages of a running site with Lighthouse's mobile preset, five times in turns, and reports medians. Taking turns
 * spreads other load on the machine evenly. With `--slowed`, the connection and CPU are actually throttled, instead of
 * simulated from a fast run.
 */
await runMain(async () => {
  const { values, positionals: addresses } = parseArgs({
    allowPositionals: true,
    options: { runs: { type: 'string', default: '5' }, slowed: { type: 'boolean', default: false } },
  })
  const runs = Number(values.runs)
  if (addresses.length === 0 || !(runs >= 1))
    throw new Error('Name the addresses to measure: npm run lighthouse -- [--runs 5] [--slowed] http://localhost:3000/')
  const measured = addresses.map((address) => ({ address, runs: [] as [string, number][][] }))
  for (let run = 0; run < runs; run += 1)
    for (const page of measured) page.runs.push(await measure(page.address, values.slowed))
  for (const { address, runs } of measured) {
    const figures = Map.groupBy(runs.flat(), ([name]) => name)
    for (const [name, all] of figures) console.info(address, name, median(all.map(([, value]) => value)))
  }
})

async function measure(address: string, isSlowed: boolean): Promise<[string, number][]> {
  const chrome = await launch({
    chromePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const throttlingMethod = isSlowed ? 'devtools' : 'simulate'
    const options = {
      port: chrome.port,
      onlyCategories: categories,
      throttlingMethod,
      logLevel: 'error',
    } as const
    const lhr = (await lighthouse(address, options))?.lhr
    if (!lhr) throw new Error(`Lighthouse said nothing about ${address}`)
    return [
      ...categories.map((name): [string, number] => [name, (lhr.categories[name]?.score ?? 0) * 100]),
      ...audits.map((name): [string, number] => [name, lhr.audits[name]?.numericValue ?? Number.NaN]),
      // Lighthouse's benchmark of this machine. A current desktop computer has 1,500 or more.
      ['machine', lhr.environment.benchmarkIndex],
    ]
  } finally {
    chrome.kill()
  }
}
