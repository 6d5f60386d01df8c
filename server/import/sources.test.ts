import { createWriteStream } from 'node:fs'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { createTestFolder } from '#tests/support/test-folder.ts'
import { openFolder } from './folder-source.ts'
import { indexNames, listFiles } from './source.ts'
import { openZip as openZipOf } from './zip-source.ts'

const folder = createTestFolder()

type Files = Record<string, string | Buffer>
const openZip = (path: string, options: { maxEntries?: number; maxFileBytes?: number } = {}) =>
  openZipOf(path, { config: { dataDir: folder }, maxFileBytes: 1024 * 1024, ...options })

let sourceCount = 0
async function writeFolder(files: Files) {
  const rootFolder = join(folder, `folder-${sourceCount++}`)
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(rootFolder, name)), { recursive: true })
    await writeFile(join(rootFolder, name), content)
  }
  return rootFolder
}

async function writeZip(files: Files, { mode }: { mode?: number } = {}) {
  const path = join(folder, `zip-${sourceCount++}.zip`)
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(content), name, mode === undefined || name.endsWith('csv') ? {} : { mode })
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
  return path
}

/** Replaces bytes in a zip, to make one that no program of ours would write. */
async function replaceInZip(path: string, from: string, to: string) {
  const text = (await readFile(path)).toString('latin1').replaceAll(from, to)
  await writeFile(path, Buffer.from(text, 'latin1'))
  return path
}

const sizeBytes = (size: number) => Buffer.from(new Uint32Array([size]).buffer).toString('latin1')

const files = {
  'zines.csv': 'title,files\n',
  'notes.csv': '',
  'moth/10.png': 'ten',
  'moth/2.png': 'two',
  'moth/.hidden.png': '',
  'moth/notes.txt': '',
  'caf\u0065\u0301.png': 'accent',
}

const filesInFolder = {
  ...Object.fromEntries(Object.entries(files).map(([name, content]) => [`all/${name}`, content])),
  '__MACOSX/zines.csv': 'not this',
}

test.each([
  ['a folder', async () => openFolder(await writeFolder(files))],
  ['a zip', async () => openZip(await writeZip(files))],
  ['a zip of one folder', async () => openZip(await writeZip(filesInFolder))],
] as const)(
  '%s has its table, files by whatever name, and folders in the order of their pages',
  async (_name, open) => {
    const source = await open()
    expect(Buffer.from(await source.readTable()).toString()).toBe('title,files\n')
    expect(source.list('moth')).toEqual(['moth/2.png', 'moth/10.png'])
    expect(source.list('moth/')).toEqual(source.list('.\\moth'))
    const [accent = ''] = source.list('caf\u00e9.png')
    expect(await readFile(await source.fetchFile(accent), 'utf8')).toBe('accent')
    expect(await source.sizeOf(accent)).toBe(6)
    for (const name of ['../zines.csv', '/etc/passwd', 'moth/../../x', 'absent.png', ''])
      expect(() => source.list(name), name).toThrow(`There is no file named ${name}.`)
    await source.close()
  },
)

test('symbolic links are not followed', async () => {
  const rootFolder = await writeFolder({ 'zines.csv': '', 'there/a.png': '' })
  await symlink('/etc/passwd', join(rootFolder, 'there', 'b.png'))
  await symlink('/etc', join(rootFolder, 'etc'))
  const folderSource = await openFolder(rootFolder)
  expect(folderSource.list('there')).toEqual(['there/a.png'])
  expect(() => folderSource.list('there/b.png')).toThrow('no file named')
  expect(() => folderSource.list('etc/passwd')).toThrow('no file named')

  const zipSource = await openZip(await writeZip({ 'zines.csv': '', 'b.png': '/etc/passwd' }, { mode: 0o120777 }))
  expect(() => zipSource.list('b.png')).toThrow('no file named')
  await zipSource.close()
})

const zipWithName = async (name: string, replacement: string) =>
  replaceInZip(await writeZip({ 'z.csv': '', [name]: '' }), name, replacement)
async function truncatedZip() {
  const path = await writeZip({ 'z.csv': 'x'.repeat(5000) })
  await writeFile(path, (await readFile(path)).subarray(0, 60))
  return path
}

test.each([
  ['names that lead out', () => zipWithName('xx/a', '../a'), /unsafe paths/],
  ['names from the root', () => zipWithName('xx/a', '/x/a'), /unsafe paths/],
  ['a name that ends early', () => zipWithName('x/a', 'x\0a'), /damaged/],
  ['no zip at all', async () => join(await writeFolder({ 'x.zip': 'hello' }), 'x.zip'), /damaged/],
  ['half of one', truncatedZip, /damaged/],
  ['no table', () => writeZip({ 'a.png': '' }), /no CSV/],
  ['several tables', () => writeZip({ 'a.csv': '', 'b.csv': '' }), /several CSVs/],
  ['too many names', () => writeZip(Object.fromEntries([...'abcdefghijkl'].map((name) => [name, '']))), /more than 10/],
  ['far too long names', () => writeZip({ 'z.csv': '', ['x'.repeat(2_000)]: '' }), /are too long/],
])('a zip with %s is rejected', async (_name, createZip, message) => {
  await expect(openZip(await createZip(), { maxEntries: 10 })).rejects.toThrow(message)
})

test('a row has no more files than a zine has pages, and a folder is sorted once', async () => {
  const source = await openFolder(await writeFolder(files))
  expect(listFiles(source, ['moth', 'moth'], 4)).toHaveLength(4)
  for (const names of [['moth', 'moth'], Array.from({ length: 4 }, () => 'absent.png')])
    expect(() => listFiles(source, names, 3)).toThrow('There are at least 4 pages. The limit is 3.')
  expect(source.list('moth')).toBe(source.list('moth/'))
})

test('a zip may have very many tables', () => {
  expect(() => indexNames(Array.from({ length: 200_000 }, (_, n) => `${n}.csv`))).toThrow(/several CSVs/)
})

test('a file that unpacks to more than its limit is not unpacked, even if it declares less', async () => {
  const bomb = Buffer.alloc(3 * 1024 * 1024)
  const path = await writeZip({ 'z.csv': '', 'bomb.png': bomb })
  const honestZip = await openZip(path)
  await expect(honestZip.fetchFile('bomb.png')).rejects.toThrow('This file is larger than 1 MB.')
  await honestZip.close()

  const lyingZip = await openZip(await replaceInZip(path, sizeBytes(bomb.length), sizeBytes(100)))
  expect(await lyingZip.sizeOf('bomb.png')).toBe(100)
  await expect(lyingZip.fetchFile('bomb.png')).rejects.toThrow(/damaged/)
  await lyingZip.close()
})

test('a file with an extreme compression ratio is not unpacked', async () => {
  const path = await writeZip({ 'z.csv': '', 'bomb.png': Buffer.alloc(3 * 1024 * 1024) })
  const source = await openZip(path, { maxFileBytes: 8 * 1024 * 1024 })
  for (const read of [source.readStart, source.fetchFile])
    await expect(read('bomb.png')).rejects.toThrow(
      'This file grows more than 100 times when unpacked, so it is not an image. Save it again.',
    )
  await source.close()
})

test('a file is unpacked once, and deleted when the zip is closed', async () => {
  const source = await openZip(await writeZip({ 'z.csv': '', 'a.png': 'picture' }))
  const path = await source.fetchFile('a.png')
  await writeFile(path, 'as it was unpacked')
  expect(await source.fetchFile('a.png')).toBe(path)
  expect(await readFile(path, 'utf8')).toBe('as it was unpacked')
  await source.close()
  await expect(readFile(path)).rejects.toThrow('ENOENT')
})

test('a zip whose entries overlap is rejected', async () => {
  const zip = new ZipFile()
  for (const name of ['z.csv', 'a.png', 'b.png']) zip.addBuffer(Buffer.alloc(4_001), name, { compress: false })
  zip.end()
  const path = join(folder, 'shared.zip')
  await pipeline(zip.outputStream, createWriteStream(path))
  await expect(openZip(await replaceInZip(path, sizeBytes(4_001), sizeBytes(6_001)))).rejects.toThrow(/damaged/)
})
