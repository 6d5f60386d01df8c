import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { canMount, megabytes, startOnSmallDisk } from '#tests/support/small-disk.ts'
import type { Member } from '#tests/support/test-app.ts'
import { listening } from '#tests/support/test-app.ts'
import { layoutTable } from './documents.testing.ts'
import * as testPdfs from './pdf.testing.ts'
import { readDocuments } from './read-documents.ts'

// Each page needs two processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

describe.skipIf(!canMount)('on a full disk (skipped where a small one cannot be mounted)', () => {
  let site: Awaited<ReturnType<typeof startOnSmallDisk>>
  let table: ReturnType<typeof layoutTable>
  let ana: Member

  beforeAll(async () => {
    site = await startOnSmallDisk(300)
    table = layoutTable(site, await listening(site))
    ana = await site.signUp()
  })
  afterAll(() => site.close())

  const listMediaFiles = async () =>
    (await readdir(join(site.dataDir, 'media'), { recursive: true }).catch(() => [])).filter((name) =>
      /decode-|\.webp|\.jpg/.test(name),
    )

  test.each([
    ['before a page is drawn', megabytes(1)],
    ['while it is drawn', megabytes(3)],
    ['while it is kept', megabytes(14)],
  ])('%s a PDF reports it, leaves nothing behind, and continues when there is space', async (_when, left) => {
    await site.disk.freeSpace()
    const before = await listMediaFiles()
    const { id } = await table.addPdf(ana, testPdfs.noisyPicture())
    await site.disk.fillUpTo(left)
    await readDocuments(site.documents)
    const { document } = (await table.readDocument(ana, id)).body
    expect(document).toMatchObject({ state: 'refused', pagesDone: 0 })
    expect(document.refusal).toContain('The server’s disk is full')
    expect(await listMediaFiles()).toEqual(before)

    await site.disk.freeSpace()
    const { spread, direction, coverAlone, backAlone } = document
    expect((await table.split(ana, id, { spread, direction, coverAlone, backAlone })).status).toBe(200)
    await table.readAll()
    expect((await table.readDocument(ana, id)).body.document).toMatchObject({ state: 'done', pagesDone: 1 })
    await table.remove(ana, id)
  })
})
