import { expect, test } from 'vitest'
import { settings } from './settings.ts'
import { unknownSettings } from './unknown-settings.ts'

const hint = (name: string, meant: string) =>
  `${name} in the environment is not a setting of Foldout. Did you mean ${meant}?`

test.each([
  ['SMPT_URL', 'SMTP_URL'],
  ['smtp_url', 'SMTP_URL'],
  ['PROT', 'PORT'],
  ['PORTS', 'PORT'],
  ['PUBLIC_URI', 'PUBLIC_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['BACKUPS_DIR', 'BACKUP_DIR'],
  ['REPORT_TO', 'REPORTS_TO'],
  ['OLD_SECRET', 'OLD_SECRETS'],
  ['DATABSE_READ_URL', 'DATABASE_READ_URL'],
])('%s in the environment or in .env is not taken for a setting, and %s is suggested', (name, meant) => {
  expect(unknownSettings({ [name]: 'x' }, {})).toEqual([hint(name, meant)])
  const inFile = `The file .env has ${name}, which is not a setting of Foldout. Did you mean ${meant}?`
  expect(unknownSettings({ [name]: 'x' }, { [name]: 'x' })).toEqual([inFile])
})

test('every setting with two neighbouring letters swapped is noticed', () => {
  const names = Object.keys(settings.shape)
  const swapped = names.flatMap((name) =>
    [...name.slice(1)].map((_, at) => [...name].toSpliced(at, 2, name[at + 1] ?? '', name[at] ?? '').join('')),
  )
  for (const name of swapped.filter((swappedName) => !names.includes(swappedName)))
    expect([name, unknownSettings({ [name]: 'x' }, {}).length]).toEqual([name, 1])
})

test('settings and the variables of other programs cause no warning, and a blank one is no setting', () => {
  const ours = Object.fromEntries(Object.keys(settings.shape).map((name) => [name, 'x']))
  const others = 'HOME HOSTNAME HOSTTYPE PATH SHELL USER LOGNAME MAIL LANG TERM PWD SUDO_USER XDG_DATA_DIRS TEST EDITOR'
  const env = Object.fromEntries(others.split(' ').map((name) => [name, 'x']))
  const libraries = { TZ: 'UTC', NODE_OPTIONS: '', PGSSLMODE: 'require', AWS_REGION: 'x', https_proxy: 'x' }
  expect(unknownSettings({ ...ours, ...env, ...libraries, SMPT_URL: ' ' }, { ...ours, ...libraries })).toEqual([])
})

test('any other name in .env causes a warning', () => {
  expect(unknownSettings({}, { MAX_REPLICA_LAG_S: '10', FOO: '' })).toEqual([
    'The file .env has MAX_REPLICA_LAG_S, which is not a setting of Foldout. docs/operations.md lists the settings.',
    'The file .env has FOO, which is not a setting of Foldout. docs/operations.md lists the settings.',
  ])
})
