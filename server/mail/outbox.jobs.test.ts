import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestFolder } from '#tests/support/test-folder.ts'
import { sweepOutbox } from './outbox.ts'

const folder = join(createTestFolder(), 'outbox')

async function writeMail(name: string, daysOld: number) {
  const at = new Date(Date.now() - daysOld * 86_400_000)
  await writeFile(join(folder, name), 'x')
  await utimes(join(folder, name), at, at)
}

test('cleaning up an outbox that does not exist does nothing', async () => {
  await expect(sweepOutbox(folder)).resolves.toBeUndefined()
})

test('the newest mails of a month stay', async () => {
  await mkdir(folder, { recursive: true })
  await writeMail('2025-01-01-old.eml', 31)
  await writeMail('.2025-01-02-unfinished.eml', 40)
  await writeMail('.2026-05-01-begun.eml', 0)
  for (let n = 1; n <= 5; n += 1) await writeMail(`2026-05-0${n}-new.eml`, 6 - n)
  await sweepOutbox(folder, { maxCount: 3 })
  expect((await readdir(folder)).sort()).toEqual([
    '.2026-05-01-begun.eml',
    '2026-05-03-new.eml',
    '2026-05-04-new.eml',
    '2026-05-05-new.eml',
  ])
})
