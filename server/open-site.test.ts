import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runSite } from '#tests/support/running-site.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'

test('whoever starts it as root is told once, on the screen, what that means, and nobody else', async () => {
  const { connection, pool } = await createTestDatabase()
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'foldout-open-'))
  const DATABASE_URL = `postgres:///${connection.database}?host=${connection.host}&user=${connection.user}`
  const site = await runSite({ DATA_DIR, DATABASE_URL, WORKERS: '2' })
  try {
    const warnings = site.said.err.match(/Foldout runs as root.*start it as an ordinary user/g) ?? []
    expect(warnings.length).toBe(process.getuid?.() === 0 ? 1 : 0)
  } finally {
    await site.end()
    await pool.end()
    await rm(DATA_DIR, { recursive: true })
  }
}, 60_000)
