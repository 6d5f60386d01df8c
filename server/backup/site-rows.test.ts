import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '#tests/support/test-app.ts'
import { createTestFolder } from '#tests/support/test-folder.ts'
import type { Manifest } from './manifest.ts'
import { backUpRows, connectWithoutTimeouts, restoreRows } from './site-rows.ts'

const site = await startTestApp()
afterAll(() => site.close())

const missingFolder = join(createTestFolder(), 'missing')

test('rows that cannot be written end with the error of the file, and with none when the connection ends', async () => {
  const client = await connectWithoutTimeouts(site.pool)
  const target = { backup: missingFolder, onProgress: () => undefined, assertSpace: async () => undefined }
  await expect(backUpRows(client, target)).rejects.toMatchObject({ code: 'ENOENT' })
  await client.end()
})

test('a file of rows that cannot be read ends the restore, which leaves the database as it was', async () => {
  const { id } = await site.signUp()
  const client = await connectWithoutTimeouts(site.pool)
  const manifest = { tables: [{ name: 'users', columns: ['id'], rows: 1 }], jobs: { rows: 0 } } as unknown as Manifest
  const backup = { folder: missingFolder, path: missingFolder, manifest } as Parameters<typeof restoreRows>[1]
  await expect(restoreRows(client, backup, () => undefined)).rejects.toMatchObject({ code: 'ENOENT' })
  await client.end()
  expect(await site.sql('select id from users')).toEqual([{ id }])
})
