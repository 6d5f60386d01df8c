import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileProblem } from './run-main.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foldout-problems-'))
  await writeFile(join(folder, 'file'), '')
})
afterAll(() => rm(folder, { recursive: true }))

const problemOf = (failing: Promise<unknown>) => failing.then(() => 'none', fileProblem)

test('a file system error is reported with the path, without Node’s wording', async () => {
  const at = (...names: string[]) => join(folder, ...names)
  expect(await problemOf(readFile(at('none')))).toBe(
    `${at('none')} does not exist. Check the name, then run the command again.`,
  )
  expect(await problemOf(readdir(at('file', 'x')))).toMatch(
    /file\/x cannot exist, because a part of its name is a file\./,
  )
  expect(await problemOf(mkdir(at('file')))).toMatch(/file exists already\./)
  expect(await problemOf(writeFile(folder, ''))).toMatch(/is a folder, not a file\./)
  expect(await problemOf(readdir(at('x'.repeat(300))))).toMatch(/is too long for a name\./)
})

test.each(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EIO', 'ELOOP'])('%s has a message', (code) => {
  const error = Object.assign(new Error(`${code}: raw`), { code, path: '/mnt/x', syscall: 'open' })
  expect(fileProblem(error)).toMatch(/^.*\/mnt\/x.*\. [A-Z].*\.$/)
  expect(fileProblem(error)).not.toMatch(/raw|syscall/)
})

test('an error that is about no file is left as it is', () => {
  for (const error of [new Error('x'), Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), undefined, 'x'])
    expect(fileProblem(error)).toBeUndefined()
})
