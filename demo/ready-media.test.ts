import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '#tests/support/test-app.ts'
import { createTestFolder } from '#tests/support/test-folder.ts'
import { libraryFiles, pageFile } from './library/library.ts'
import { createMediaMaker, demoPath, type ReadyMedia, readReadyList, sha256Of } from './ready-media.ts'

const { madeWith, media } = readReadyList()
const remedy = 'run `npm run demo:ready` and commit the result'
test(`every file of the library is up to date; otherwise ${remedy}`, async () => {
  const files = libraryFiles()
  expect(Object.keys(media).sort()).toEqual(files.map((file) => basename(file)).sort())
  for (const file of files) expect(media[basename(file)]?.sent, file).toBe(await sha256Of(file))
})

test(`the files were made with the installed libraries; otherwise ${remedy}`, () => {
  expect(sharp.versions).toMatchObject(madeWith)
})

test('all contents exist with the right size, and there are no other files', async () => {
  const used = new Set<string>()
  for (const { files, byteSize } of Object.values(media)) {
    const sizes = Object.values(files).map(async (path) => (await readFile(demoPath(path))).length)
    expect((await Promise.all(sizes)).reduce((total, size) => total + size)).toBe(byteSize)
    for (const path of Object.values(files)) used.add(path)
  }
  const preparedFiles = (await readdir(demoPath('ready'))).filter((name) => name !== 'media.json')
  expect(preparedFiles.filter((name) => !used.has(`ready/${name}`))).toEqual([])
})

const site = await startTestApp()
afterAll(() => site.close())
const folder = createTestFolder()

test('a file that has changed since it was prepared goes through the pipeline', async () => {
  const { id: ownerId } = await site.signUp()
  const path = join(folder, basename(libraryFiles().at(-2) ?? ''))
  await sharp({ create: { width: 90, height: 60, channels: 3, background: '#ff48b0' } })
    .webp()
    .toFile(path)
  expect(await createMediaMaker(site.media)({ ownerId, path })).toMatchObject({ width: 90, height: 60 })
})

test('damaged contents are rejected, and leave neither a row nor a file', async () => {
  const { id: ownerId } = await site.signUp()
  const [name = '', ready] = Object.entries(media).find(([, { kind }]) => kind === 'image') ?? []
  const [first = '', ...others] = Object.keys(ready?.files ?? {})
  const damaged = {
    [first]: 'library/library.json',
    ...Object.fromEntries(others.map((file) => [file, `pages/${name}`])),
  }
  const makeMedia = createMediaMaker(site.media, { [name]: { ...(ready as ReadyMedia), files: damaged } })
  await expect(makeMedia({ ownerId, path: pageFile(name) })).rejects.toThrow(/do not match their hash/)
  expect(await site.db.selectFrom('media').select('id').where('owner_id', '=', ownerId).execute()).toEqual([])
  expect(existsSync(join(site.dataDir, 'media', first.slice(0, 2), first))).toBe(false)
})
