import { createWriteStream } from 'node:fs'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { ownFolder } from '#tests/support/own-folder.ts'
import { openFolder } from './folder-source.ts'
import { filesOf, namesOf } from './source.ts'
import { openZip as openZipOf } from './zip-source.ts'

const folder = ownFolder()

type Files = Record<string, string | Buffer>
const openZip = (path: string, more: { names?: number; mostBytes?: number } = {}) =>
  openZipOf(path, { config: { dataDir: folder }, mostBytes: 1024 * 1024, ...more })

let made = 0
async function folderOf(files: Files) {
  const at = join(folder, `folder-${made++}`)
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(at, name)), { recursive: true })
    await writeFile(join(at, name), content)
  }
  return at
}

async function zipOf(files: Files, { mode }: { mode?: number } = {}) {
  const path = join(folder, `zip-${made++}.zip`)
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(content), name, mode === undefined || name.endsWith('csv') ? {} : { mode })
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
  return path
}

/** Replaces bytes in a zip, to make one that no program of ours would write. */
async function renamed(path: string, from: string, to: string) {
  const text = (await readFile(path)).toString('latin1').replaceAll(from, to)
  await writeFile(path, Buffer.from(text, 'latin1'))
  return path
}

const inBytes = (size: number) => Buffer.from(new Uint32Array([size]).buffer).toString('latin1')

const files = {
  'zines.csv': 'title,files\n',
  'notes.csv': '',
  ...{ 'moth/10.png': 'ten', 'moth/2.png': 'two', 'moth/.hidden.png': '', 'moth/notes.txt': '' },
  'caf\u0065\u0301.png': 'accent',
}

const inOneFolder = {
  ...Object.fromEntries(Object.entries(files).map(([name, content]) => [`all/${name}`, content])),
  '__MACOSX/zines.csv': 'not this',
}

test.each([
  ['a folder', async () => openFolder(await folderOf(files))],
  ['a zip', async () => openZip(await zipOf(files))],
  ['a zip of one folder', async () => openZip(await zipOf(inOneFolder))],
] as const)(
  '%s has its table, files by whatever name, and folders in the order of their pages',
  async (_name, open) => {
    const source = await open()
    expect(Buffer.from(await source.readTable()).toString()).toBe('title,files\n')
    expect(source.list('moth')).toEqual(['moth/2.png', 'moth/10.png'])
    expect(source.list('moth/')).toEqual(source.list('.\\moth'))
    const [accent = ''] = source.list('caf\u00e9.png')
    expect(await readFile(await source.bring(accent), 'utf8')).toBe('accent')
    expect(await source.sizeOf(accent)).toBe(6)
    for (const name of ['../zines.csv', '/etc/passwd', 'moth/../../x', 'absent.png', ''])
      expect(() => source.list(name), name).toThrow(`There is no file named ${name}.`)
    await source.close()
  },
)

test('links lead nowhere', async () => {
  const at = await folderOf({ 'zines.csv': '', 'there/a.png': '' })
  await symlink('/etc/passwd', join(at, 'there', 'b.png'))
  await symlink('/etc', join(at, 'etc'))
  const inFolder = await openFolder(at)
  expect(inFolder.list('there')).toEqual(['there/a.png'])
  expect(() => inFolder.list('there/b.png')).toThrow('no file named')
  expect(() => inFolder.list('etc/passwd')).toThrow('no file named')

  const inZip = await openZip(await zipOf({ 'zines.csv': '', 'b.png': '/etc/passwd' }, { mode: 0o120777 }))
  expect(() => inZip.list('b.png')).toThrow('no file named')
  await inZip.close()
})

const withName = async (name: string, as: string) =>
  renamed(await zipOf({ 'z.csv': '', [name]: '' }), name, as)
async function half() {
  const path = await zipOf({ 'z.csv': 'x'.repeat(5000) })
  await writeFile(path, (await readFile(path)).subarray(0, 60))
  return path
}

test.each([
  ['names that lead out', () => withName('xx/a', '../a'), /unsafe paths/],
  ['names from the root', () => withName('xx/a', '/x/a'), /unsafe paths/],
  ['a name that ends early', () => withName('x/a', 'x\0a'), /damaged/],
  ['no zip at all', async () => join(await folderOf({ 'x.zip': 'hello' }), 'x.zip'), /damaged/],
  ['half of one', half, /damaged/],
  ['no table', () => zipOf({ 'a.png': '' }), /no CSV/],
  ['several tables', () => zipOf({ 'a.csv': '', 'b.csv': '' }), /several CSVs/],
  [
    'too many names',
    () => zipOf(Object.fromEntries([...'abcdefghijkl'].map((name) => [name, '']))),
    /more than 10/,
  ],
  ['far too long names', () => zipOf({ 'z.csv': '', ['x'.repeat(2_000)]: '' }), /are too long/],
])('a zip with %s is rejected', async (_name, make, sentence) => {
  await expect(openZip(await make(), { names: 10 })).rejects.toThrow(sentence)
})

test('a row has no more files than a zine has pages, and a folder is sorted once', async () => {
  const source = await openFolder(await folderOf(files))
  expect(filesOf(source, ['moth', 'moth'], 4)).toHaveLength(4)
  for (const names of [['moth', 'moth'], Array.from({ length: 4 }, () => 'absent.png')])
    expect(() => filesOf(source, names, 3)).toThrow('These are 4 pages or more. The limit is 3.')
  expect(source.list('moth')).toBe(source.list('moth/'))
})

test('there may be very many tables', () => {
  expect(() => namesOf(Array.from({ length: 200_000 }, (_, n) => `${n}.csv`))).toThrow(/several CSVs/)
})

test('a file that unpacks to more than it may is not unpacked, whatever it says of itself', async () => {
  const bomb = Buffer.alloc(3 * 1024 * 1024)
  const path = await zipOf({ 'z.csv': '', 'bomb.png': bomb })
  const honest = await openZip(path)
  await expect(honest.bring('bomb.png')).rejects.toThrow('This file is larger than 1 MB.')
  await honest.close()

  const lying = await openZip(await renamed(path, inBytes(bomb.length), inBytes(100)))
  expect(await lying.sizeOf('bomb.png')).toBe(100)
  await expect(lying.bring('bomb.png')).rejects.toThrow(/damaged/)
  await lying.close()
})

test('a file that is packed far more tightly than pictures are is not unpacked', async () => {
  const path = await zipOf({ 'z.csv': '', 'bomb.png': Buffer.alloc(3 * 1024 * 1024) })
  const source = await openZip(path, { mostBytes: 8 * 1024 * 1024 })
  for (const read of [source.readStart, source.bring])
    await expect(read('bomb.png')).rejects.toThrow(
      'This file grows more than 100 times when unpacked, so it is not a picture. Save it again.',
    )
  await source.close()
})

test('a file is unpacked once, and deleted when the zip is closed', async () => {
  const source = await openZip(await zipOf({ 'z.csv': '', 'a.png': 'picture' }))
  const path = await source.bring('a.png')
  await writeFile(path, 'as it was unpacked')
  expect(await source.bring('a.png')).toBe(path)
  expect(await readFile(path, 'utf8')).toBe('as it was unpacked')
  await source.close()
  await expect(readFile(path)).rejects.toThrow('ENOENT')
})

test('a zip whose entries overlap is rejected', async () => {
  const zip = new ZipFile()
  for (const name of ['z.csv', 'a.png', 'b.png'])
    zip.addBuffer(Buffer.alloc(4_001), name, { compress: false })
  zip.end()
  const path = join(folder, 'shared.zip')
  await pipeline(zip.outputStream, createWriteStream(path))
  await expect(openZip(await renamed(path, inBytes(4_001), inBytes(6_001)))).rejects.toThrow(/damaged/)
})
