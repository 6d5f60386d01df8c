import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { changeUntilFinished } from '#tests/support/change-until-finished.ts'
import { listening, type Member, startTestApp } from '#tests/support/test-app.ts'
import { sweepDocuments } from './documents.jobs.ts'
import { layoutTable, transcriptsOf } from './documents.testing.ts'
import { acquireJobLock } from './job-lock.queries.ts'
import * as testPdfs from './pdf.testing.ts'
import { readDocuments } from './read-documents.ts'

// Each page needs two processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const site = await startTestApp()
// It has a folder and a process of its own.
await site.media.waitingDecoder.stop()
afterAll(() => site.close())
const table = layoutTable(site, await listening(site))
const ana = await site.signUp()
beforeEach(() => site.pool.query('delete from documents'))

const upTo = (count: number) => Array.from({ length: count }, (_, at) => `Page ${at + 1}`)
const pagesOf = async (id: string) =>
  (await site.pool.query('select number from document_pages where document_id = $1', [id])).rows.length
const mediaOf = async ({ id }: Member) =>
  (await site.pool.query('select id from media where owner_id = $1', [id])).rows.length
const leftoverWorkFolders = async () => {
  const names = await readdir(join(site.dataDir, 'media', 'work')).catch(() => [])
  return names.filter((name) => name.startsWith('decode-'))
}

/** Reads while `action` runs during the work on a page: after it was chosen, before it is rendered. */
const readDuring = (action: () => Promise<unknown>) => {
  let hasRun = false
  const uploadSpace = {
    ...site.documents.uploadSpace,
    assertSpaceFor: async () => {
      if (!hasRun) await action()
      hasRun = true
    },
  }
  return readDocuments({ ...site.documents, uploadSpace })
}

describe('while a PDF is read', () => {
  test('it can be removed, and leaves nothing', async () => {
    const { id } = await table.addPdf(ana, testPdfs.flatPages(2))
    const before = await mediaOf(ana)
    await readDuring(async () => expect((await table.remove(ana, id)).status).toBe(200))
    expect([(await table.readDocument(ana, id)).status, await pagesOf(id)]).toEqual([404, 0])
    expect([await mediaOf(ana), await leftoverWorkFolders()]).toEqual([before, []])
  })

  test('it can be split, and has the last split', async () => {
    const { id } = await table.addPdf(ana, testPdfs.pdfOf({ pages: [testPdfs.spreadPage(['2', '1'])] }))
    await readDuring(async () => {
      for (const spread of ['in_order', 'booklet']) expect((await table.split(ana, id, { spread })).status).toBe(200)
    })
    await table.readAll()
    const { document } = (await table.readDocument(ana, id)).body
    expect([document.state, transcriptsOf(document)]).toEqual(['done', ['1', '2']])
  })

  test('it can be split before its pages are counted', async () => {
    const { id } = await table.addPdf(ana, testPdfs.pdfOf({ pages: [testPdfs.spreadPage(['1', '2'])] }))
    await table.split(ana, id, { spread: 'in_order' })
    await table.readAll()
    expect(transcriptsOf((await table.readDocument(ana, id)).body.document)).toEqual(['1', '2'])
  })

  test('its draft can be deleted', async () => {
    const { id, draftId } = await table.addPdf(ana, testPdfs.flatPages(2))
    const before = await mediaOf(ana)
    await readDuring(() => site.pool.query('delete from drafts where id = $1', [draftId]))
    expect([await pagesOf(id), await mediaOf(ana)]).toEqual([0, before])
    const [file] = await filesOf(id)
    expect(file).toBeDefined()
    await sweepDocuments(site.documents, inHours(2))
    expect(await filesOf(id)).toEqual([])
  })

  test('its member can delete the account, which deletes the PDF', async () => {
    const eva = await site.signUp()
    const { id } = await table.addPdf(eva, testPdfs.flatPages(2))
    await readDuring(async () => expect(await deleteAccount(eva)).toBe(200))
    expect([await pagesOf(id), await mediaOf(eva), await filesOf(id)]).toEqual([0, 0, []])
  })

  const deleteAccount = async (as: Member) => {
    const body = { username: as.username }
    return (await site.call({ method: 'DELETE', path: `/api/users/${as.id}`, body, as })).status
  }
})

const readersOf = async (pid: number) =>
  (await readFile(`/proc/self/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean).map(Number)

describe('processes that read', () => {
  const startReader = () => {
    const argument = JSON.stringify({ connection: site.connection, dataDir: site.dataDir })
    const child = spawn(process.execPath, [join(import.meta.dirname, 'reading-process.testing.ts'), argument], {
      stdio: 'inherit',
    })
    const exited = once(child, 'exit')
    const kill = async () => {
      child.kill('SIGKILL')
      await exited
    }
    onTestFinished(kill)
    return kill
  }

  test('are killed, and the next continues at the first missing page without losing or repeating one', async () => {
    const before = await mediaOf(ana)
    const { id } = await table.addPdf(ana, testPdfs.flatPages(5))
    for (const pages of [1, 3]) {
      const kill = startReader()
      await expect.poll(() => pagesOf(id), { interval: 20 }).toBeGreaterThanOrEqual(pages)
      await kill()
    }
    expect(await pagesOf(id)).toBeLessThan(5)
    await table.readAll()
    const { document } = (await table.readDocument(ana, id)).body
    expect([document.state, transcriptsOf(document)]).toEqual(['done', upTo(5)])
    expect(await mediaOf(ana)).toBe(before + 5)
  })

  test.skipIf(process.platform !== 'linux')(
    'are stopped with all their processes, and no page is marked as failed',
    async () => {
      const { id } = await table.addPdf(ana, testPdfs.flatPages(2))
      const reading = readDocuments(site.documents)
      const readers = async () => (await readersOf(process.pid)).map((pid) => process.kill(pid, 'SIGTERM'))
      await expect.poll(async () => (await readers()).length, { interval: 5 }).toBe(1)
      await expect(reading).rejects.toThrow('SIGTERM')
      await table.readAll()
      expect(transcriptsOf((await table.readDocument(ana, id)).body.document)).toEqual(upTo(2))
    },
  )

  test('read one at a time', async () => {
    const first = await acquireJobLock(site.pool)
    expect([first !== undefined, await acquireJobLock(site.pool)]).toEqual([true, undefined])
    await first?.release()
    const second = await acquireJobLock(site.pool)
    expect(second).toBeDefined()
    await second?.release()

    const { id } = await table.addPdf(ana, testPdfs.flatPages(5))
    const killReaders = [startReader(), startReader()]
    await expect.poll(async () => (await table.readDocument(ana, id)).body.document.state).toBe('done')
    for (const kill of killReaders) await kill()
    expect(transcriptsOf((await table.readDocument(ana, id)).body.document)).toEqual(upTo(5))
  })
})

describe('others', () => {
  test('have their first page rendered while another member’s many are read', async () => {
    const ben = await site.signUp()
    const longDocument = await table.addPdf(ana, testPdfs.flatPages(6))
    for (const _page of [1, 2]) await table.readPage()
    const short = await table.addPdf(ben, testPdfs.flatPages(1))
    await table.readPage()
    expect((await table.readDocument(ben, short.id)).body.document.state).toBe('done')
    expect((await table.readDocument(ana, longDocument.id)).body.document).toMatchObject({
      state: 'reading',
      pagesDone: 2,
    })
    await table.readAll()
  })

  test('are not delayed by a member who splits a PDF repeatedly', async () => {
    const ben = await site.signUp()
    const two = testPdfs.pdfOf({ pages: [testPdfs.spreadPage(['1', '2'])] })
    const [restless, { id }] = [await table.addPdf(ana, two), await table.addPdf(ben, testPdfs.flatPages(2))]
    for (const spread of ['in_order', 'booklet', 'in_order', 'booklet']) {
      await table.split(ana, restless.id, { spread })
      await table.readPage()
    }
    expect((await table.readDocument(ben, id)).body.document.state).toBe('done')
  })
})

describe('a job', () => {
  test('removes an unreadable PDF, and one whose draft was deleted meanwhile', async () => {
    const working = await startTestApp({ jobs: true })
    onTestFinished(working.close)
    const its = layoutTable(working, await listening(working))
    const member = await working.signUp()
    const files = () => readdir(join(working.dataDir, 'documents'))
    const counted = async () =>
      (await working.pool.query('select sum(byte_size)::int as bytes from documents')).rows[0].bytes

    const locked = await its.addPdf(member, testPdfs.lockedPdf())
    await expect.poll(async () => (await its.readDocument(member, locked.id)).body.document.state).toBe('refused')
    await expect.poll(files).toEqual([])
    expect(await counted()).toBe(0)

    const { id, draftId } = await its.addPdf(member, testPdfs.flatPages(12))
    await expect.poll(async () => (await its.readDocument(member, id)).body.document.pagesDone).toBeGreaterThan(0)
    const otherMember = await working.signUp()
    const deleteAs = (as: Member) =>
      working.call({ method: 'DELETE', path: `/api/drafts/${draftId}`, as }).then(({ status }) => status)
    await deleteAs(otherMember)
    expect(await files()).toHaveLength(1)
    expect(await deleteAs(member)).toBe(200)
    await expect.poll(files).toEqual([])
  })

  test('that finds another running is retried later', async () => {
    const { id } = await table.addPdf(ana, testPdfs.flatPages(1))
    const lock = await acquireJobLock(site.pool)
    await readDocuments(site.documents)
    expect(await pagesOf(id)).toBe(0)
    const { rows } = await site.pool.query(
      `select run_at > now() as later from graphile_worker.jobs where key = 'read-documents'`,
    )
    expect(rows).toEqual([{ later: true }])
    await lock?.release()
    await table.readAll()
    expect(await pagesOf(id)).toBe(1)
  })
})

describe('room', () => {
  test('that runs out of space is reported, the pages so far stay, and it continues when there is space', async () => {
    const eva = await site.signUp()
    const { id } = await table.addPdf(eva, testPdfs.flatPages(3))
    await table.readPage()
    const undo = changeUntilFinished(site.config, { memberQuotaMb: 1 })
    await table.readPage()
    undo()
    const { document } = (await table.readDocument(eva, id)).body
    expect(document).toMatchObject({ state: 'refused', pagesDone: 1, pageCount: 3 })
    expect(document.refusal).toContain('This would exceed your storage limit of 1 MB')

    const { spread, direction, coverAlone, backAlone } = document
    await table.split(eva, id, { spread, direction, coverAlone, backAlone })
    await table.readAll()
    expect((await table.readDocument(eva, id)).body.document).toMatchObject({
      state: 'done',
      pagesDone: 3,
      refusal: null,
      pages: [document.pages[0], {}, {}],
    })
  })
})

const inHours = (hours: number) => new Date(Date.now() + hours * 60 * 60 * 1000)
const filesOf = async (id: string) =>
  (await readdir(join(site.dataDir, 'documents'))).filter((name) => name.includes(id))

describe('the sweep', () => {
  test('deletes a PDF after seven days; its pages stay, and it cannot be split', async () => {
    const { id, pages } = await table.addAndReadPdf(ana, testPdfs.flatPages(1))
    await sweepDocuments(site.documents, inHours(6 * 24))
    expect((await filesOf(id)).length).toBe(1)
    await sweepDocuments(site.documents, inHours(7 * 24 + 1))
    expect(await filesOf(id)).toEqual([])
    const { document } = (await table.readDocument(ana, id)).body
    expect([document.state, document.pages]).toEqual(['done', pages])
    const response = await table.split(ana, id, { spread: 'booklet' })
    expect([response.status, response.body.error]).toEqual([400, 'This PDF is no longer stored. Add it again.'])
  })

  test('removes unreferenced pages, but not recent ones', async () => {
    const orphan = join(site.dataDir, 'documents', `12345678-${crypto.randomUUID()}.pdf`)
    await writeFile(orphan, 'lost')
    await utimes(orphan, new Date(0), new Date(0))
    await sweepDocuments(site.documents)
    await stat(orphan)
    await sweepDocuments(site.documents, inHours(2))
    await expect(stat(orphan)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('removes files that belong to no PDF', async () => {
    const unrelatedFile = join(site.dataDir, 'documents', 'strange.pdf')
    await writeFile(unrelatedFile, 'strange')
    await sweepDocuments(site.documents, inHours(2))
    await expect(stat(unrelatedFile)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
