import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type pg from 'pg'
import * as limits from '#contract/limits.ts'
import { imageAddress } from '#contract/media-address.ts'
import type { Config } from '#server/config/config.ts'
import { signValue } from '#server/http/cookies.ts'
import { sessionCookie } from '#server/http/session.ts'
import { between, pick, type Random, randomFrom } from '#tests/support/random.ts'
import type { RenderedPage } from './rendered-pages.ts'
import { reader } from './seed/seed-library.ts'
import { makeCyrillicVocabulary, makeVocabulary } from './seed/words.ts'

/** A signed-in member of the library. */
type Member = { userId: string; cookie: string }

/** `homePage` is that of a guest, the other pages are as the reader sees them. */
export type Sample = SampleRows & { homePage: string; memberHome: RenderedPage; profiles: RenderedPage[] }

type SampleRows = {
  reader: Member
  /** Fifty other members. */
  fans: Member[]
  /** Spread over the whole library, the same in every run. */
  zines: string[]
  creators: string[]
  usernames: string[]
  /** Cursors in the middle of the list. */
  newestPositions: [string, string][]
  images: { address: string; file: string }[]
  texts: SampleTexts
}

type Rows = <Row extends pg.QueryResultRow>(text: string) => Promise<Row[]>

export async function readSample(pool: pg.Pool, config: Config): Promise<SampleRows> {
  const rows: Rows = async (text) => (await pool.query(text)).rows
  const [member] = await rows<{ id: string }>(`select id from users where username = '${reader.username}'`)
  if (!member) throw new Error('This library was not made by npm run seed: it has no reader.')
  const zines = await rows<{ id: string; text: string; position: [string, string] }>(sampleZines)
  const creators = await rows<{ id: string; username: string }>(
    'select id, username from users order by md5(id::text) limit 1000',
  )
  const texts = sampleTexts(zines.map(({ text }) => text))
  await assertHasWords(pool, texts.middling)
  const userIds = [member.id, ...creators.slice(0, 50).map(({ id }) => id)]
  const [signedInReader, ...fans] = await signIn(pool, config, userIds)
  if (!signedInReader) throw new Error('no reader is signed in')
  const byDate = zines.map(({ position }) => position).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return {
    zines: zines.map(({ id }) => id),
    creators: creators.map(({ id }) => id),
    usernames: creators.map(({ username }) => username),
    reader: signedInReader,
    fans,
    // The middle tenth of the list.
    newestPositions: byDate.slice(byDate.length * 0.45, Math.ceil(byDate.length * 0.55)),
    images: await sampleImages(rows, config.dataDir),
    texts,
  }
}

/** Searches would be too fast in a library that other code has seeded, because it contains none of the words. */
async function assertHasWords(pool: pg.Pool, words: string[]) {
  const { rows } = await pool.query('select from terms where term = any($1::text[])', [words])
  if (rows.length < words.length / 2)
    throw new Error('This library was seeded with other words. Remove its folder, and it is seeded again.')
}

const sampleZines = `
  select id, concat_ws(' ', title, description) as text, json_build_array(created_at, id) as position
  from zines order by md5(id::text) limit 1000`

const benchUserAgent = 'bench'

/** Signs members in. Sessions of earlier runs are deleted. */
async function signIn(pool: pg.Pool, config: Config, userIds: string[]): Promise<Member[]> {
  await pool.query('delete from sessions where user_agent = $1', [benchUserAgent])
  const members = userIds.map((userId) => ({ userId, token: randomBytes(16).toString('hex') }))
  for (const { userId, token } of members)
    await pool.query(
      `insert into sessions (user_id, token, expires_at, user_agent) values ($1, $2, now() + interval '30 days', $3)`,
      [userId, token, benchUserAgent],
    )
  return members.map(({ userId, token }) => {
    const cookie = sessionCookie(config, signValue(token, config.secret))
    return { userId, cookie: cookie.split(';', 1)[0] ?? '' }
  })
}

async function sampleImages(rows: Rows, dataDir: string) {
  const pictures = await rows<{ hash: string }>(
    `select distinct hash from (select hash from media where kind = 'image' order by id limit 1000) early order by hash`,
  )
  return pictures.map(({ hash }) => {
    const address = imageAddress(hash, 400)
    const name = address.slice('/media/'.length)
    return { address, file: join(dataDir, 'media', name.slice(0, 2), name) }
  })
}

/**
 * Fifty search texts of each kind, because a single one may be unusually fast. They are the same in every run and at every
 * size. Of a million zines, about 70 have a rare word, 1,000 to 10,000 a middling one, and 50,000 or more a common one.
 */
export type SampleTexts = ReturnType<typeof sampleTexts>

const count = 50

/** `libraryTexts` are texts of the library, used for quoted phrases. */
function sampleTexts(libraryTexts: string[]) {
  const random = randomFrom(23)
  const vocabulary = makeVocabulary()
  const wordOfRank = (from: number, to: number, length = 3) =>
    fiftyDistinct(
      () => pick(random, vocabulary.slice(from, to)),
      (word) => word.length >= length,
    )
  return {
    rare: wordOfRank(50_000, 80_000, 6),
    middling: wordOfRank(400, 4_000),
    common: wordOfRank(5, 80),
    twoLetters: fiftyDistinct(() => twoLetterPrefix(random, vocabulary)),
    absent: fiftyDistinct(() => randomLetters(random, 'qxzjkvw', between(random, 7, 11))),
    misspelt: misspeltWord(random, vocabulary),
    threeWords: fiftyDistinct(() => quotedPhrase(random, libraryTexts, 3).join(' '), isAccepted),
    phrase: fiftyDistinct(() => `"${wordSequence(random, libraryTexts)}"`, isAccepted),
    cyrillic: fiftyDistinct(() => pick(random, makeCyrillicVocabulary().slice(20, 2_000))),
    japanese: fiftyDistinct(() =>
      randomLetters(random, '漫画同人誌写真東京夜猫手作紙音楽旅詩雑誌絵街海喫茶店', between(random, 1, 2)),
    ),
  }
}

/** A whole description without spaces would be one word. */
const isAccepted = (text: string) => text.length <= limits.searchText

/** Yields up to fifty different texts. */
function fiftyDistinct(generate: () => string, isValid: (text: string) => boolean = () => true) {
  const generated = new Set<string>()
  for (let attempts = 0; generated.size < count && attempts < count * 40; attempts++) {
    const text = generate()
    if (isValid(text)) generated.add(text)
  }
  return [...generated]
}

/** Most pairs occur in many words, some in none. */
function twoLetterPrefix(random: Random, vocabulary: readonly string[]) {
  if (random() < 0.3) return randomLetters(random, 'abcdefghijklmnopqrstuvwxyz', 2)
  const word = pick(random, vocabulary)
  return word.slice(Math.max(0, word.length - 3)).slice(0, 2)
}

const randomLetters = (random: Random, alphabet: string, length: number) =>
  Array.from({ length }, () => pick(random, [...alphabet])).join('')

/** Words with one or two wrong characters that are not part of any word. */
function misspeltWord(random: Random, vocabulary: readonly string[]) {
  const all = vocabulary.join(' ')
  const words = vocabulary.slice(200, 40_000).filter((word) => word.length >= 6)
  const misspellTwice = () => {
    const once = misspell(random, pick(random, words))
    return random() < 0.5 ? once : misspell(random, once)
  }
  return fiftyDistinct(misspellTwice, (text) => !all.includes(text))
}

function misspell(random: Random, word: string) {
  const at = between(random, 1, word.length - 2)
  const [before, after] = [word.slice(0, at), word.slice(at + 1)]
  const other = randomLetters(random, 'aeiorstln', 1)
  return pick(random, [before + after, before + other + after, before + other + word.slice(at)])
}

function quotedPhrase(random: Random, libraryTexts: string[], words: number) {
  const text = pick(random, libraryTexts)
    .split(/\s+/)
    .filter((word) => word.length >= 3)
  return text.length < words ? text : Array.from({ length: words }, () => pick(random, text))
}

function wordSequence(random: Random, libraryTexts: string[]) {
  const words = pick(random, libraryTexts).split(/\s+/)
  const at = between(random, 0, Math.max(0, words.length - 2))
  return words.slice(at, at + 2).join(' ')
}
