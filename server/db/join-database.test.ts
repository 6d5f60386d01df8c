import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { joinDatabase } from './database.ts'

test('a command in a folder without a site makes none', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'foldout-nothing-'))
  const joining = joinDatabase({ dataDir, databaseUrl: undefined })
  await expect(joining).rejects.toThrow(`There is no site in ${dataDir}`)
  rmSync(dataDir, { recursive: true })
})
