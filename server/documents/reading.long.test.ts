import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { changeUntilFinished } from '#tests/support/change-until-finished.ts'
import { listening, type Member, startTestApp } from '#tests/support/test-app.ts'
import { sweepDocuments } from './documents.jobs.ts'
import { layoutTable, wordsOf } from './documents.testing.ts'
import { enterLane } from './lane.queries.ts'
import * as made from './pdf.testing.ts'
import { readDocuments } from './read-documents.ts'

// Each page needs two processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const site = await startTestApp()
afterAll(() => site.close())
const table = layoutTable(site, await listening(site))
const ana = await site.signUp()
beforeEach(() => site.pool.query('delete from documents'))

const upTo = (count: number) => Array.from({ length: count }, (_, at) => `Page ${at + 1}`)
const pagesOf = async (id: string) =>
  (await site.pool.query('select number from document_pages where document_id = $1', [id])).rows.length
const mediaOf = async ({ id }: Member) =>
  (await site.pool.query('select id from media where owner_id = $1', [id])).rows.length
const workLeft = async () => {
  const names = await readdir(join(site.dataDir, 'media', 'work')).catch(() => [])
  return names.filter((name) => name.startsWith('decode-'))
}

/** Reads while `happens` runs during the work on a page: after it was chosen, before it is rendered. */
const readWhile = (happens: () => Promise<unknown>) => {
  let isOver = false
  const uploadSpace = {
    ...site.documents.uploadSpace,
    assertRoomFor: async () => {
      if (!isOver) await happens()
      isOver = true
    },
  }
  return readDocuments({ ...site.documents, uploadSpace })
}

describe('while a PDF is read', () => {
  test('it can be removed, and leaves nothing', async () => {
    const { id } = await table.give(ana, made.flat(2))
    const before = await mediaOf(ana)
    await readWhile(async () => expect((await table.remove(ana, id)).status).toBe(200))
    expect([(await table.look(ana, id)).status, await pagesOf(id)]).toEqual([404, 0])
    expect([await mediaOf(ana), await workLeft()]).toEqual([before, []])
  })

  test('it can be split, and has the last split', async () => {
    const { id } = await table.give(ana, made.pdfOf({ pages: [made.spreadPage(['2', '1'])] }))
    await readWhile(async () => {
      for (const spread of ['in_order', 'booklet'])
        expect((await table.split(ana, id, { spread })).status).toBe(200)
    })
    await table.readAll()
    const { document } = (await table.look(ana, id)).body
    expect([document.state, wordsOf(document)]).toEqual(['done', ['1', '2']])
  })

  test('it can be split before its pages are counted', async () => {
    const { id } = await table.give(ana, made.pdfOf({ pages: [made.spreadPage(['1', '2'])] }))
    await table.split(ana, id, { spread: 'in_order' })
    await table.readAll()
    expect(wordsOf((await table.look(ana, id)).body.document)).toEqual(['1', '2'])
  })

  test('its draft can be deleted', async () => {
    const { id, draftId } = await table.give(ana, made.flat(2))
    const before = await mediaOf(ana)
    await readWhile(() => site.pool.query('delete from drafts where id = $1', [draftId]))
    expect([await pagesOf(id), await mediaOf(ana)]).toEqual([0, before])
    const [file] = await filesOf(id)
    expect(file).toBeDefined()
    await sweepDocuments(site.documents, inHours(2))
    expect(await filesOf(id)).toEqual([])
  })

  test('its member can leave, and the PDF goes with them', async () => {
    const eva = await site.signUp()
    const { id } = await table.give(eva, made.flat(2))
    await readWhile(async () => expect(await leave(eva)).toBe(200))
    expect([await pagesOf(id), await mediaOf(eva), await filesOf(id)]).toEqual([0, 0, []])
  })

  const leave = async (as: Member) => {
    const body = { username: as.username }
    return (await site.call({ method: 'DELETE', path: `/api/users/${as.id}`, body, as })).status
  }
})

const readersOf = async (pid: number) =>
  (await readFile(`/proc/self/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean).map(Number)

describe('processes that read', () => {
  const begin = () => {
    const argument = JSON.stringify({ connection: site.connection, dataDir: site.dataDir })
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'reading-process.testing.ts'), argument],
      { stdio: 'inherit' },
    )
    const ended = once(child, 'exit')
    const kill = async () => {
      child.kill('SIGKILL')
      await ended
    }
    onTestFinished(kill)
    return kill
  }

  test('are killed, and the next goes on at the first missing page: none is lost, none is doubled', async () => {
    const before = await mediaOf(ana)
    const { id } = await table.give(ana, made.flat(5))
    for (const pages of [1, 3]) {
      const kill = begin()
      await expect.poll(() => pagesOf(id), { interval: 20 }).toBeGreaterThanOrEqual(pages)
      await kill()
    }
    expect(await pagesOf(id)).toBeLessThan(5)
    await table.readAll()
    const { document } = (await table.look(ana, id)).body
    expect([document.state, wordsOf(document)]).toEqual(['done', upTo(5)])
    expect(await mediaOf(ana)).toBe(before + 5)
  })

  test.skipIf(process.platform !== 'linux')(
    'are stopped with all their processes, and no page is marked as failed',
    async () => {
      const { id } = await table.give(ana, made.flat(2))
      const reading = readDocuments(site.documents)
      const readers = async () => (await readersOf(process.pid)).map((pid) => process.kill(pid, 'SIGTERM'))
      await expect.poll(async () => (await readers()).length, { interval: 5 }).toBe(1)
      await expect(reading).rejects.toThrow('SIGTERM')
      await table.readAll()
      expect(wordsOf((await table.look(ana, id)).body.document)).toEqual(upTo(2))
    },
  )

  test('are several, and one of them reads at a time', async () => {
    const first = await enterLane(site.pool)
    expect([first !== undefined, await enterLane(site.pool)]).toEqual([true, undefined])
    await first?.leave()
    const second = await enterLane(site.pool)
    expect(second).toBeDefined()
    await second?.leave()

    const { id } = await table.give(ana, made.flat(5))
    const kills = [begin(), begin()]
    await expect.poll(async () => (await table.look(ana, id)).body.document.state).toBe('done')
    for (const kill of kills) await kill()
    expect(wordsOf((await table.look(ana, id)).body.document)).toEqual(upTo(5))
  })
})

describe('others', () => {
  test('have their first page rendered while another member’s many are read', async () => {
    const ben = await site.signUp()
    const long = await table.give(ana, made.flat(6))
    for (const _page of [1, 2]) await table.readPage()
    const short = await table.give(ben, made.flat(1))
    await table.readPage()
    expect((await table.look(ben, short.id)).body.document.state).toBe('done')
    expect((await table.look(ana, long.id)).body.document).toMatchObject({ state: 'reading', pagesDone: 2 })
    await table.readAll()
  })

  test('are not delayed by a member who splits a PDF repeatedly', async () => {
    const ben = await site.signUp()
    const two = made.pdfOf({ pages: [made.spreadPage(['1', '2'])] })
    const [restless, { id }] = [await table.give(ana, two), await table.give(ben, made.flat(2))]
    for (const spread of ['in_order', 'booklet', 'in_order', 'booklet']) {
      await table.split(ana, restless.id, { spread })
      await table.readPage()
    }
    expect((await table.look(ben, id)).body.document.state).toBe('done')
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

    const locked = await its.give(member, made.lockedPdf())
    await expect.poll(async () => (await its.look(member, locked.id)).body.document.state).toBe('refused')
    await expect.poll(files).toEqual([])
    expect(await counted()).toBe(0)

    const { id, draftId } = await its.give(member, made.flat(12))
    await expect.poll(async () => (await its.look(member, id)).body.document.pagesDone).toBeGreaterThan(0)
    const stranger = await working.signUp()
    const deleteAs = (as: Member) =>
      working.call({ method: 'DELETE', path: `/api/drafts/${draftId}`, as }).then(({ status }) => status)
    await deleteAs(stranger)
    expect(await files()).toHaveLength(1)
    expect(await deleteAs(member)).toBe(200)
    await expect.poll(files).toEqual([])
  })

  test('that finds another running is retried later', async () => {
    const { id } = await table.give(ana, made.flat(1))
    const lane = await enterLane(site.pool)
    await readDocuments(site.documents)
    expect(await pagesOf(id)).toBe(0)
    const { rows } = await site.pool.query(
      `select run_at > now() as later from graphile_worker.jobs where key = 'read-documents'`,
    )
    expect(rows).toEqual([{ later: true }])
    await lane?.leave()
    await table.readAll()
    expect(await pagesOf(id)).toBe(1)
  })
})

describe('room', () => {
  test('that runs out of space is reported, the pages so far stay, and it continues when there is space', async () => {
    const eva = await site.signUp()
    const { id } = await table.give(eva, made.flat(3))
    await table.readPage()
    const undo = changeUntilFinished(site.config, { memberQuotaMb: 1 })
    await table.readPage()
    undo()
    const { document } = (await table.look(eva, id)).body
    expect(document).toMatchObject({ state: 'refused', pagesDone: 1, pageCount: 3 })
    expect(document.refusal).toContain('This exceeds your 1 MB of storage')

    const { spread, direction, coverAlone, backAlone } = document
    await table.split(eva, id, { spread, direction, coverAlone, backAlone })
    await table.readAll()
    expect((await table.look(eva, id)).body.document).toMatchObject({
      ...{ state: 'done', pagesDone: 3, refusal: null, pages: [document.pages[0], {}, {}] },
    })
  })
})

const inHours = (hours: number) => new Date(Date.now() + hours * 60 * 60 * 1000)
const filesOf = async (id: string) =>
  (await readdir(join(site.dataDir, 'documents'))).filter((name) => name.includes(id))

describe('the sweep', () => {
  test('lets a PDF go after seven days; its pages stay, and it cannot be split any more', async () => {
    const { id, pages } = await table.giveAndRead(ana, made.flat(1))
    await sweepDocuments(site.documents, inHours(6 * 24))
    expect((await filesOf(id)).length).toBe(1)
    await sweepDocuments(site.documents, inHours(7 * 24 + 1))
    expect(await filesOf(id)).toEqual([])
    const { document } = (await table.look(ana, id)).body
    expect([document.state, document.pages]).toEqual(['done', pages])
    const refused = await table.split(ana, id, { spread: 'booklet' })
    expect([refused.status, refused.body.error]).toEqual([400, 'This PDF is no longer stored. Add it again.'])
  })

  test('removes unreferenced pages, but not recent ones', async () => {
    const lost = join(site.dataDir, 'documents', `12345678-${crypto.randomUUID()}.pdf`)
    await writeFile(lost, 'lost')
    await utimes(lost, new Date(0), new Date(0))
    await sweepDocuments(site.documents)
    await stat(lost)
    await sweepDocuments(site.documents, inHours(2))
    await expect(stat(lost)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('removes what no PDF was ever called', async () => {
    const strange = join(site.dataDir, 'documents', 'strange.pdf')
    await writeFile(strange, 'strange')
    await sweepDocuments(site.documents, inHours(2))
    await expect(stat(strange)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
