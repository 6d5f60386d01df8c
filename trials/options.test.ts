import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { kinds, readOptions, usage } from './options.ts'

test('each kind of trial is chosen by its name, and some of it by further names', () => {
  for (const kind of kinds) expect(readOptions([kind])).toMatchObject({ kind, names: [] })
  expect(readOptions(['cluster', 'kill-primary', 'kill-site'])?.names).toEqual(['kill-primary', 'kill-site'])
})

test('help is shown when it is asked for, and without a kind', () => {
  expect(readOptions(['--help'])).toBeUndefined()
  expect(readOptions([])).toBeUndefined()
  for (const name of ['bodies', 'kill-primary', ...kinds]) expect(usage).toContain(name)
})

test('help of the cluster is shown when it is asked for', async () => {
  const main = join(import.meta.dirname, 'cluster/main.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [main, '--help'])
  expect(stdout).toContain('npm run cluster -- --pgbouncer')
})

test.each([
  [['nonsense'], /^There is no trial nonsense\. Choose one of abuse, crash, cluster, soak\.$/],
  [['abuse', 'kill-site'], /^abuse does not know kill-site\. It knows: bodies, /],
  [['crash', 'bodies'], /^crash does not know bodies\. It knows: no names\.$/],
  [['crash', '--kills', 'many'], /kills/],
])('%j is refused with a sentence', (args, sentence) => {
  expect(() => readOptions(args)).toThrow(sentence)
})
