import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeTimes } from '#server/media/decode/decode-task.ts'
import { decodeFile } from '#server/media/decode-file.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { libraryFiles, pageFile } from './library/library.ts'
import { decodedOf, digestOf, inDemo, mediaMaker, type ReadyMedia, readReadyList } from './ready-media.ts'

const { madeWith, media } = readReadyList()
const again = 'run `npm run demo:ready`, and commit what it makes'
/** Where frames of videos are decoded, and encoders round as they did for what is committed. */
const isAlike = process.platform === 'linux' && process.arch === 'x64'

test(`every file of the library is ready as it is now; otherwise ${again}`, async () => {
  const files = libraryFiles()
  expect(Object.keys(media).sort()).toEqual(files.map((file) => basename(file)).sort())
  for (const file of files) expect(media[basename(file)]?.sent, file).toBe(await digestOf(file))
})

test(`it was made by the libraries that are installed; otherwise ${again}`, () => {
  expect(sharp.versions).toMatchObject(madeWith)
})

test('all contents are there, each in its size, and nothing else lies beside them', async () => {
  const used = new Set<string>()
  for (const { files, byteSize } of Object.values(media)) {
    const sizes = Object.values(files).map(async (path) => (await readFile(inDemo(path))).length)
    expect((await Promise.all(sizes)).reduce((sum, size) => sum + size)).toBe(byteSize)
    for (const path of Object.values(files)) used.add(path)
  }
  const lying = (await readdir(inDemo('ready'))).filter((name) => name !== 'media.json')
  expect(lying.filter((name) => !used.has(`ready/${name}`))).toEqual([])
})

/** One file of each shape, the first by name. */
const samples = Object.entries(
  Object.fromEntries(
    Object.entries(media)
      .sort(([one], [other]) => (one < other ? 1 : -1))
      .map(([name, { width, height }]) => [`${extname(name)} ${width} × ${height}`, name]),
  ),
)

test.each(samples)(`the pipeline still makes the same of a %s; otherwise ${again}`, async (_shape, name) => {
  const into = await mkdtemp(join(tmpdir(), 'foldout-ready-'))
  try {
    const ready = media[name] as ReadyMedia
    const limits = { ...decodeTimes, maxImageMb: 20, maxVideoMb: 200 }
    // What it looks like is asked of what people upload; nothing of the demo was blocked.
    const { looks: _asked, ...made } = await decodeFile({ from: pageFile(name), into, limits }, console)
    if (!isAlike) {
      expect(made).toMatchObject({ kind: ready.kind, width: ready.width, height: ready.height })
      return
    }
    expect(made).toEqual(decodedOf(ready))
    for (const [file, path] of Object.entries(ready.files))
      expect((await readFile(join(into, file))).equals(await readFile(inDemo(path))), path).toBe(true)
  } finally {
    await rm(into, { recursive: true })
  }
})

let site: TestApp
beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())

test('a file that is not what was made ahead of its name goes through the pipeline', async () => {
  const { id: ownerId } = await site.signUp()
  const folder = await mkdtemp(join(tmpdir(), 'foldout-changed-'))
  const path = join(folder, basename(libraryFiles().at(-2) ?? ''))
  await sharp({ create: { width: 90, height: 60, channels: 3, background: '#ff48b0' } })
    .webp()
    .toFile(path)
  expect(await mediaMaker(site.media)({ ownerId, path })).toMatchObject({ width: 90, height: 60 })
  await rm(folder, { recursive: true })
})

test('contents that were damaged are not taken in, and leave neither row nor file', async () => {
  const { id: ownerId } = await site.signUp()
  const [name = '', ready] = Object.entries(media).find(([, { kind }]) => kind === 'image') ?? []
  const [first = '', ...others] = Object.keys(ready?.files ?? {})
  const damaged = {
    [first]: 'library/library.json',
    ...Object.fromEntries(others.map((file) => [file, `pages/${name}`])),
  }
  const made = mediaMaker(site.media, { [name]: { ...(ready as ReadyMedia), files: damaged } })
  await expect(made({ ownerId, path: pageFile(name) })).rejects.toThrow(/not what they are said to be/)
  expect(await site.db.selectFrom('media').select('id').where('owner_id', '=', ownerId).execute()).toEqual([])
  expect(existsSync(join(site.dataDir, 'media', first.slice(0, 2), first))).toBe(false)
})
