import { parseArgs } from 'node:util'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { runMain } from '#server/process/run-main.ts'
import { median } from './figures.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo']
const audits = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
]

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
  const measured = addresses.map((address) => ({ address, runs: [] as [string, number][][] }))
  for (let run = 0; run < runs; run += 1)
    for (const one of measured) one.runs.push(await measure(one.address, values.slowed))
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
    const wishes = {
      port: chrome.port,
      onlyCategories: categories,
      throttlingMethod,
      logLevel: 'error',
    } as const
    const lhr = (await lighthouse(address, wishes))?.lhr
    if (!lhr) throw new Error(`Lighthouse said nothing about ${address}`)
    return [
      ...categories.map((name): [string, number] => [name, (lhr.categories[name]?.score ?? 0) * 100]),
      ...audits.map((name): [string, number] => [name, lhr.audits[name]?.numericValue ?? Number.NaN]),
      // How fast Lighthouse found the machine: a desktop of its day has 1,500 and more.
      ['machine', lhr.environment.benchmarkIndex],
    ]
  } finally {
    chrome.kill()
  }
}
