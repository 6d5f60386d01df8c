import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { runMain } from '#server/process/run-main.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** Measures addresses of a running site as Lighthouse's mobile preset does; the median of three runs each. */
await runMain(async () => {
  const addresses = process.argv.slice(2)
  if (addresses.length === 0)
    throw new Error('Name the addresses to measure: npm run lighthouse -- http://localhost:3000/')
  for (const address of addresses) {
    const runs = [await measure(address), await measure(address), await measure(address)]
    const [, median] = runs.toSorted((one, other) => one.performance - other.performance)
    console.info(address, median)
  }
})

type Scores = Record<(typeof categories)[number] | 'lcpMs' | 'blockedMs' | 'shift', number>

async function measure(address: string): Promise<Scores> {
  const chrome = await launch({
    chromePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const result = await lighthouse(address, {
      port: chrome.port,
      onlyCategories: [...categories],
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
      lcpMs: value('largest-contentful-paint'),
      blockedMs: value('total-blocking-time'),
      shift: value('cumulative-layout-shift'),
    }
  } finally {
    chrome.kill()
  }
}
