import { setTimeout as sleep } from 'node:timers/promises'
import * as limits from '#contract/limits.ts'
import { type Client, expectOk, parseJson } from '#trials/site/client.ts'
import { testPicture } from '#trials/site/publish.ts'
import type { Site } from '#trials/site/site.ts'
import { type Attack, attackerAddress, repeat } from '../attack.ts'
import { publishLongZine } from '../long-zine.ts'

const accounts = 4
const pages = limits.longZinePagesMax
const durationMs = 15_000
/** Pause after a refusal that does not depend on the recipe, so that the attack loads the site and not the machine. */
const pauseAfterErrorMs = 20
/** The limit for the tables with recipes of all attackers. One version of what they store has about 12 MB uncompressed. */
const maxStoredMb = 240

/** Saves the largest and the strangest recipes, as fast as the site takes them. */
export const recipes: Attack = {
  name: 'recipes',
  description: `${accounts} accounts save ${pages} pages with the largest and with malicious recipes, in a zine and a draft each, for ${durationMs / 1000} s`,
  settings: { LONG_ZINE_PAGES: String(pages) },
  async run(site) {
    const targets = await Promise.all(repeat(accounts, (n) => prepareTargets(site, n)))
    const until = performance.now() + durationMs
    const [zines, drafts, malicious] = await Promise.all([
      Promise.all(targets.map((target) => saveRepeatedly(target, 'zine', until))),
      Promise.all(targets.map((target) => saveRepeatedly(target, 'draft', until))),
      Promise.all(targets.map((target) => sendMalicious(target, until))),
    ])
    return async () => {
      const storedMb = await sizeOfRecipes(site)
      return [
        ...[...zines, ...drafts, ...malicious].flatMap(({ wrong }) => wrong),
        ...(isIdle(zines) || isIdle(drafts) ? ['no large recipe was saved, so nothing was attacked'] : []),
        ...(isIdle(malicious) ? ['no malicious recipe was refused, so nothing was attacked'] : []),
        ...(storedMb > maxStoredMb ? [`recipes took ${Math.round(storedMb)} MB of the database`] : []),
      ]
    }
  },
}

/** Requests that were answered as expected, and what was wrong with the others. */
type Count = { answered: number; wrong: string[] }

const isIdle = (counts: Count[]) => counts.every(({ answered }) => answered === 0)

type Target = { client: Client; url: string; zine: string; draft: string }

/** A zine and a draft of as many pages as possible, all with copies of one picture. */
async function prepareTargets(site: Site, n: number): Promise<Target> {
  const { client } = await site.signUp(attackerAddress(n))
  const zine = await publishLongZine(site, client, { picture: await testPicture(3_000 + n), pages })
  await site.withDatabase((database) => database.query(copyPictures, [zine]))
  const read = await expectOk(client.call('GET', `/api/zines/${zine}`))
  const url = parseJson<{ zine: { mediaUrls: string[] } }>(read).zine.mediaUrls[0] ?? ''
  const created = await expectOk(client.call('POST', '/api/drafts', { body: {} }))
  return { client, url, zine, draft: parseJson<{ draft: { id: string } }>(created).draft.id }
}

const copyPictures = `
  insert into media (owner_id, kind, hash, extension, width, height, placeholder, print_width, byte_size)
  select owner_id, kind, hash, extension, width, height, placeholder, print_width, byte_size
  from media join zine_pages on media_id = id where zine_id = $1`

/** Texts that are slow to normalise, to break into lines or to compress, each as long as allowed. */
const slowTexts = [
  'a\u0301\u0327',
  '\ufdfa',
  '\u202e\u2066',
  'W',
  '\u200b',
  '\u0e01',
  'a\n',
  '👩‍👩‍👧‍👦',
  '漢',
  '<b>"\\',
]

/** A text of several bytes per character may exceed the bytes of a recipe before its characters. */
function largestText(part: string) {
  const bytes = Buffer.byteLength(JSON.stringify(part)) - 2
  const budget = limits.recipeTextBytes - 1_800
  return part.repeat(Math.floor(Math.min(limits.recipeText / part.length, budget / bytes)))
}

/** A stroke that compresses badly, as large as all pages of a zine can have one. */
function largestDrawing(n: number) {
  const share = Math.floor(limits.zineDrawingBytes / pages) - 200
  let points = '2000 2000 5'
  for (let step = 1; points.length < share - 30; step += 1) {
    const by = 1 + ((step * step * 7_919 + n * 104_729) % 900)
    points += ` ${by} ${by} 0 ${-by} ${-by} 0`
  }
  return { strokes: [{ ink: 0, width: 'thick', points }] }
}

const largestRecipes = repeat(slowTexts.length, (n) => ({
  version: 2,
  drawing: largestDrawing(n),
  template: 'text',
  text: largestText(slowTexts[n] ?? ''),
  title: 'W'.repeat(limits.recipeTitle),
  captions: Array(limits.recipePanels).fill('W'.repeat(limits.recipeCaption)),
}))

/** The JSON is written once, so that the attack does not slow down the background load in its own process. */
const largestPages = (url: string) =>
  repeat(largestRecipes.length, (round) =>
    JSON.stringify(repeat(pages, (n) => ({ url, recipe: largestRecipes[(n + round) % largestRecipes.length] }))),
  )

/** Every save changes all recipes. */
async function saveRepeatedly({ client, url, ...ids }: Target, kind: 'zine' | 'draft', until: number): Promise<Count> {
  const count: Count = { answered: 0, wrong: [] }
  const variants = largestPages(url)
  let version = 1
  for (let round = 0; performance.now() < until; round += 1) {
    const changed = `{"pages":${variants[round % variants.length]}`
    const json = kind === 'zine' ? `${changed},"version":${version}}` : `{"version":${version},"content":${changed}}}`
    const response = await put(client, `/api/${kind}s/${ids[kind]}`, Buffer.from(json))
    if (response?.status === 200) {
      version += 1
      count.answered += 1
    } else if (response && [400, 409].includes(response.status)) {
      count.wrong.push(`valid recipes were refused: ${response.text.slice(0, 200)}`)
      return count
    } else await sleep(pauseAfterErrorMs)
  }
  return count
}

const put = (client: Client, path: string, bytes: Buffer) =>
  client.call('PUT', path, { bytes, headers: { 'content-type': 'application/json' } }).catch(() => undefined)

const page = { version: 1, template: 'text' }
const nested = JSON.parse(`${'['.repeat(3_000)}${']'.repeat(3_000)}`)

const drawn = (strokes: unknown) => ({ version: 2, template: 'text', drawing: { strokes } })

/** Recipes that would draw, load or cost something else, if they were accepted. */
const maliciousRecipes: object[] = [
  { ...page, template: '<svg onload=alert(1)>' },
  { ...page, html: '<script>alert(1)</script>' },
  { ...page, pictures: [{ url: 'http://169.254.169.254/latest/meta-data' }] },
  { ...page, pictures: [{ url: '/media/../api/auth/user' }] },
  { ...page, inks: ['url(https://evil.example)'] },
  { ...page, language: `${'en-'.repeat(20)}x` },
  { ...page, text: 'x'.repeat(100_000) },
  { ...page, captions: Array(10_000).fill('') },
  { version: 2, pictures: Array(5_000).fill(null), layers: 'x' },
  { version: 2, nested },
  { version: 2, text: '\u0000' },
  ...[
    `0 0 5${' 1 1 0'.repeat(12_000)}`,
    'NaN NaN NaN',
    '1e308 1e308 5',
    `9999 9999 5${' 9999 9999 0'.repeat(1_000)}`,
    '9'.repeat(limits.recipeStrokePoints),
    `${'-'.repeat(10_000)}1 ${' '.repeat(9_000)}`,
  ].map((points) => drawn([{ ink: 0, width: 'thick', points }])),
  drawn(Array(10_000).fill({})),
  drawn(nested),
  { version: 2, stamps: Array(10_000).fill(null) },
  { version: 2, stamps: Array(limits.recipeStamps).fill({ design: 'star', ink: 0, x: 1e300, stamps: [] }) },
]

/** All pages have the same recipe, so none is valid. */
async function sendMalicious({ client, url, draft }: Target, until: number): Promise<Count> {
  const count: Count = { answered: 0, wrong: [] }
  const bodies = maliciousRecipes.map((recipe) =>
    Buffer.from(JSON.stringify({ version: 1, content: { pages: repeat(pages, () => ({ url, recipe })) } })),
  )
  for (let n = 0; performance.now() < until; n += 1) {
    const body = bodies[n % bodies.length] as Buffer
    const response = await put(client, `/api/drafts/${draft}`, body)
    if (response?.status === 400 || response?.status === 413) count.answered += 1
    else if (response && [200, 409].includes(response.status))
      count.wrong.push(`malicious recipes were accepted: ${body.subarray(0, 200)}`)
    else await sleep(pauseAfterErrorMs)
  }
  return count
}

/** In MB, with versions that are not vacuumed yet. */
const sizeOfRecipes = (site: Site) =>
  site.withDatabase(async (database) => {
    const { rows } = await database.query(
      `select (pg_total_relation_size('zine_pages') + pg_total_relation_size('drafts')) / 1048576.0 as mb`,
    )
    return Number(rows[0].mb)
  })
