import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

let copy: string

/** The contract and the browser's code, with what the compiler needs to know of the rest. */
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'foldout-contract-types-'))
  for (const part of ['contract', 'web', 'package.json']) {
    await cp(part, join(copy, part), { recursive: true })
  }
  await symlink(resolve('node_modules'), join(copy, 'node_modules'))
  const { compilerOptions } = JSON.parse(await readFile('tsconfig.json', 'utf8'))
  await writeFile(
    join(copy, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: { ...compilerOptions, incremental: false, tsBuildInfoFile: undefined },
      include: ['contract', 'web'],
      exclude: ['**/*.test.*', '**/*.testing.*'],
    }),
  )
})

afterAll(() => rm(copy, { recursive: true, force: true }))

/** What the compiler has to say of the copy. */
const compiled = () =>
  new Promise<string>((done) =>
    execFile(resolve('node_modules/.bin/tsc'), ['-p', copy], { cwd: copy }, (_error, said) => done(said)),
  )

async function rename(file: string, from: string, to: string) {
  const path = join(copy, 'contract', file)
  const text = await readFile(path, 'utf8')
  expect(text.split(from)).toHaveLength(2)
  await writeFile(path, text.replace(from, to))
}

test('what is renamed in the contract does not compile in the browser’s code', async () => {
  expect(await compiled()).toBe('')

  await rename('follows.ts', 'z.object({ count: z.number().int() })', 'z.object({ sum: z.number().int() })')
  await rename(
    'focus-sessions.ts',
    'z.strictObject({ duration, userId',
    'z.strictObject({ minutes: duration, userId',
  )
  await rename('recovery.ts', '/api/auth/undo-email-change', '/api/auth/undo-change')

  const said = await compiled()
  expect(said).toMatch(/^web\/follows\/.*'count'/m)
  expect(said).toMatch(/^web\/focus\/.*'duration'/m)
  expect(said).toMatch(/^web\/accounts\/.*"\/api\/auth\/undo-email-change\\?"/m)
})
