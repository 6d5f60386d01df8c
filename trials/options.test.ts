import { expect, test } from 'vitest'
import { readOptions as readClusterOptions } from './cluster/options.ts'
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

test('help of the cluster is shown when it is asked for', () => {
  expect(readClusterOptions(['--help'])).toBeUndefined()
  expect(readClusterOptions(['--set', 'WORKERS=2'])).toEqual({ pgbouncer: false, settings: { WORKERS: '2' } })
  expect(() => readClusterOptions(['--set', 'workers'])).toThrow('--set takes NAME=value, and not workers')
})

test.each([
  [['nonsense'], /^There is no trial nonsense\. Choose one of abuse, crash, cluster, soak\.$/],
  [['abuse', 'kill-site'], /^abuse does not know kill-site\. It knows: bodies, /],
  [['crash', 'bodies'], /^crash does not know bodies\. It knows: no names\.$/],
  [['crash', '--kills', 'many'], /kills/],
])('%j is refused with a sentence', (args, sentence) => {
  expect(() => readOptions(args)).toThrow(sentence)
})
