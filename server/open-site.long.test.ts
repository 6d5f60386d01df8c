import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { removeDataFolder } from '#tests/support/data-folder.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { runSite } from '#tests/support/running-site.ts'
import { createTestDatabase, databaseUrlOf } from '#tests/support/test-database.ts'
import { readConfig } from './config/config.ts'
import { startScreen } from './config/start-screen.ts'

test('starting as root prints one warning, and other users see none', async () => {
  const { connection, pool } = await createTestDatabase()
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'foldout-open-'))
  const DATABASE_URL = databaseUrlOf(connection)
  const site = await runSite({ DATA_DIR, DATABASE_URL, WORKERS: '2' })
  try {
    const warnings = site.output.out.match(/Foldout is running as root.*Start it as an ordinary user/g) ?? []
    expect(warnings.length).toBe(process.getuid?.() === 0 ? 1 : 0)
  } finally {
    await site.end()
    await pool.end()
    await removeDataFolder(DATA_DIR)
  }
})

test('output without a terminal is a log of JSON lines, one with the address of the site', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'foldout-open-'))
  await chmod(DATA_DIR, 0o711)
  const site = await runSite({ DATA_DIR, PUBLIC_URL: 'https://zines.example' })
  try {
    await fetch(`${site.address}/healthz`)
    site.signal('SIGTERM')
    await site.ended
    const lines = site.output.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { level: number; msg: string })
    expect(lines.map(({ level }) => level).every((level) => level >= 30)).toBe(true)
    expect(lines.map(({ msg }) => msg)).toContain('Foldout is open at https://zines.example')
  } finally {
    await site.end()
    await removeDataFolder(DATA_DIR)
  }
})

const hasTerminals = spawnSync('script', ['--version']).status === 0

test.skipIf(!hasTerminals)(
  'on a terminal one block shows the address, the data folder and what is needed to go public',
  async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'foldout-open-'))
    await chmod(DATA_DIR, 0o711)
    const command = `exec ${process.execPath} ${resolve(import.meta.dirname, '../tests/support/site-without-pages.ts')}`
    const env = { ...process.env, DATA_DIR, PORT: String(await findFreePort()), LOG_LEVEL: 'info' }
    const site = spawn('script', ['-qec', command, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
    let screen = ''
    site.stdout.on('data', (text) => {
      screen += text
    })
    try {
      const screenText = () => screen.slice(screen.indexOf('  Foldout is open at')).replaceAll('\r', '')
      const expected = startScreen(readConfig({ ...env, SECRET: 'x'.repeat(32) })).slice(1)
      await expect.poll(screenText).toBe(`${expected}\n`)
      // A warning about root may precede it, but no log line.
      expect(screen.slice(0, screen.indexOf('  Foldout is open at'))).not.toContain('"level"')
    } finally {
      site.stdin.write('\x03')
      await once(site, 'close')
      await removeDataFolder(DATA_DIR)
    }
  },
  60_000,
)
