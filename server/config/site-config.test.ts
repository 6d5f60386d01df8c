import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestFolder } from '#tests/support/test-folder.ts'
import { assertOwner, readSiteConfig } from './site-config.ts'

const folder = createTestFolder()

const secret = 'x'.repeat(64)
const externalSettings = { DATABASE_URL: 'postgres://ana@127.0.0.1/library', SECRET: secret }

test('a command without a site says what is missing and where, and creates nothing', () => {
  const dataDir = join(folder, 'data')
  const read = (env: object) => () => readSiteConfig({ DATA_DIR: dataDir, ...env })
  expect(read({})).toThrow(
    `There is no site in ${dataDir}: it has no postgres and no secret, or this user has no access`,
  )
  expect(read({ DATABASE_URL: externalSettings.DATABASE_URL })).toThrow(`${dataDir}: it has no secret`)
  expect(read({ SECRET: secret })).toThrow(`${dataDir}: it has no postgres`)
  expect(read(externalSettings)()).toMatchObject({ dataDir, secret })
  expect(existsSync(dataDir)).toBe(false)
})

test('a command with a site uses its secret', () => {
  const dataDir = mkdtempSync(join(folder, 'kept-'))
  mkdirSync(join(dataDir, 'postgres'))
  writeFileSync(join(dataDir, 'secret'), secret)
  expect(readSiteConfig({ DATA_DIR: dataDir })).toMatchObject({ secret })
  expect(readdirSync(dataDir)).toEqual(['postgres', 'secret'])
})

test('a command run by root is rejected on another user’s site, whose files it would take over', () => {
  const dataDir = mkdtempSync(join(folder, 'another-'))
  const file = join(dataDir, 'secret')
  writeFileSync(file, secret)
  const location = { dataDir, hasDatabase: false, hasSecret: false }
  const [root, self, other] = [0, process.getuid?.() ?? 0, 65_534]
  // Only root can change a file's owner. Other users already differ from root.
  if (self === root) chownSync(file, other, other)
  const owner = self === root ? other : self
  const name = execFileSync('id', ['-nu', String(owner)], { encoding: 'utf8' }).trim()
  const message = `The site in ${dataDir} belongs to another user (${name}), who could not write files that root creates`
  expect(() => assertOwner(location, root)).toThrow(message)
  if (process.platform === 'linux')
    expect(() => assertOwner(location, root)).toThrow(`Run the command as that user: runuser -u ${name} -- …`)
  expect(() => assertOwner(location, owner)).not.toThrow()
  if (self === root && process.platform === 'linux') {
    chownSync(file, 54_321, other)
    expect(() => assertOwner(location, root)).toThrow(/\(uid 54321\).*: setpriv --reuid=54321 /)
  }
  const missingLocation = { ...location, dataDir: join(folder, 'not yet') }
  expect(() => assertOwner(missingLocation, root)).not.toThrow()
})
