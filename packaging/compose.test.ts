import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '#server/config/config.ts'
import { openPool } from '#server/db/connection.ts'

type Compose = { services: { foldout: { environment: Record<string, string>; volumes: string[] } } }
const readCompose = () => parse(readFileSync('packaging/compose.yml', 'utf8')) as Compose

test.each(['p@ss/w:rd#?', '100%25 %zz', '$HOME `x` "y" \\ ü', 'postgres://a:b@c/d'])(
  'the site in compose.yml passes the password to PostgreSQL unchanged: %s',
  (password) => {
    const { services } = readCompose()
    const environment = Object.entries(services.foldout.environment).map(([name, value]) => [
      name,
      value.replace(/\$\{POSTGRES_PASSWORD:\?\}/g, () => password).replace(/\$\{.*\}/, ''),
    ])
    onTestFinished(() => void vi.unstubAllEnvs())
    for (const [name, value] of environment) if (name?.startsWith('PG')) vi.stubEnv(name, value)
    const { databaseUrl } = readConfig({ ...Object.fromEntries(environment), SECRET: 'x'.repeat(32) })
    const pool = openPool({ connectionString: databaseUrl ?? '' })
    // The pool creates its clients this way, and so does a backup.
    const { user, host, database, password: sentPassword } = new pg.Client(pool.options)
    expect({ user, host, database, sent: sentPassword }).toEqual({
      user: 'foldout',
      host: 'database',
      database: 'foldout',
      sent: password,
    })
  },
)

test('the site in compose.yml makes backups in a volume, and its user owns all folders of volumes in the image', () => {
  const { environment, volumes } = readCompose().services.foldout
  const folders = volumes.map((volume) => volume.split(':')[1])
  expect(folders).toContain(environment.BACKUP_DIR)
  const containerfile = readFileSync('packaging/Containerfile', 'utf8')
  const [, owned = ''] = /install -d -o foldout -g foldout (.*)/.exec(containerfile) ?? []
  expect(owned.split(' ').sort()).toEqual(folders.sort())
})
