import { randomBytes } from 'node:crypto'
import { basename } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import type { Draft } from '#contract/drafts.ts'
import type { ZineImport } from '#contract/imports.ts'
import { pdfOf, stream, textOperators } from '#server/documents/pdf.testing.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { changeUntilFinished } from '#tests/support/change-until-finished.ts'
import { sendUpload } from '#tests/support/send-upload.ts'
import { listening, type Member, startTestApp } from '#tests/support/test-app.ts'
import { type Files, zipOf } from '#tests/support/zip-of.ts'
import { readImports } from './read-imports.ts'

const site = await startTestApp()
afterAll(() => site.close())

const table = 'title,files,alt texts\nMoths,a.png,A moth\nBroken,b.png\nAgain,a.png\nMoths,a.png,A moth\n'
const pictures = { 'a.png': fixture('see-through.png'), 'b.png': fixture('truncated.jpg') }

const uploadZip = async (as: Member, bytes: Buffer) => basename(await sendUpload(await listening(site), as, bytes))

type ImportResponse = { import: ZineImport; error?: string }
const begin = (as: Member, uploadId: string) =>
  site.call<ImportResponse>({ method: 'POST', path: '/api/imports', body: { uploadId }, as })
const read = (as: Member, id: string) => site.call<ImportResponse>({ path: `/api/imports/${id}`, as })
type ListResponse = { drafts: { title: string }[]; imports: ZineImport[]; nextCursor: string | null }
const listOf = async (as: Member, list: 'imports' | 'imported-drafts', query = '') =>
  (await site.call<ListResponse>({ path: `/api/users/${as.id}/${list}${query}`, as })).body

/** Runs turns of one row each, as if every process ended after its turn. */
async function finishImport(as: Member, id: string) {
  const states: (number | string)[] = []
  for (let slice = 0; slice < 10; slice++) {
    await readImports({ ...site.documents, sliceMs: 0 })
    const { state, rows } = (await read(as, id)).body.import
    states.push(state === 'reading' ? rows.length : state)
    if (state === 'done' || state === 'refused') break
  }
  return states
}

async function importZip(zip: Files | Buffer, member?: Member) {
  const as = member ?? (await site.signUp())
  const { body } = await begin(as, await uploadZip(as, Buffer.isBuffer(zip) ? zip : await zipOf(zip)))
  const states = await finishImport(as, body.import.id)
  return { as, states, ...(await read(as, body.import.id)).body.import }
}

test('a zip becomes drafts row by row, and the same zip later creates no more', async () => {
  const owner = await site.signUp()
  const entries = Object.entries({ 'zines.csv': table, ...pictures })
  const zip = await zipOf(Object.fromEntries(entries.map(([name, content]) => [`all/${name}`, content])))
  const uploadId = await uploadZip(owner, zip)
  const [first, repeated] = await Promise.all([begin(owner, uploadId), begin(owner, uploadId)])
  expect([first.status, repeated.status]).toEqual([202, 202])
  expect(repeated.body.import.id).toBe(first.body.import.id)
  expect(first.body.import).toMatchObject({ state: 'waiting', rowCount: null, rows: [] })

  expect(await finishImport(owner, first.body.import.id)).toEqual([1, 2, 3, 4, 'done'])
  const { body } = await read(owner, first.body.import.id)
  expect(body.import).toMatchObject({
    state: 'done',
    rowCount: 4,
    refusal: null,
    note: null,
    rows: [
      { number: 2, title: 'Moths', outcome: 'created', message: null, draftId: expect.any(String) },
      { number: 3, title: 'Broken', outcome: 'refused', message: expect.stringMatching(/^b\.png: .+\.$/) },
      { number: 4, title: 'Again', outcome: 'created' },
      { number: 5, title: 'Moths', outcome: 'existing', draftId: body.import.rows[0]?.draftId },
    ],
  })
  const page = await listOf(owner, 'imported-drafts', '?limit=1')
  expect(page.drafts.map(({ title }) => title)).toEqual(['Again'])
  const nextPage = await listOf(owner, 'imported-drafts', `?cursor=${page.nextCursor}`)
  expect([nextPage.drafts.map(({ title }) => title), nextPage.nextCursor]).toEqual([['Moths'], null])
  expect(await site.media.uploads.findOwn(owner.id, uploadId)).toBeUndefined()

  const second = await importZip(zip, owner)
  expect(second.rows.map(({ outcome }) => outcome)).toEqual(['existing', 'refused', 'existing', 'existing'])
  expect((await listOf(owner, 'imports')).imports.map(({ id }) => id)).toEqual([second.id, first.body.import.id])
})

test('an import waits while its member is suspended', async () => {
  const owner = await site.signUp()
  const zip = await zipOf({ 'zines.csv': 'title,files\nMoths,none.png\n' })
  const { id } = (await begin(owner, await uploadZip(owner, zip))).body.import
  const setSuspended = (at: Date | null) =>
    site.db.updateTable('users').set({ suspended_at: at }).where('id', '=', owner.id).execute()
  await setSuspended(new Date())
  await readImports({ ...site.documents, sliceMs: 0 })
  await setSuspended(null)
  expect((await read(owner, id)).body.import.state).toBe('waiting')
  expect(await finishImport(owner, id)).toEqual([1, 'done'])
})

test('an import is visible only to its member, and one runs at a time', async () => {
  const [owner, stranger] = [await site.signUp(), await site.signUp()]
  const zip = await zipOf({ 'zines.csv': 'title,files\nMoths,none.png\n' })
  const uploadId = await uploadZip(owner, zip)
  expect((await begin(stranger, uploadId)).status).toBe(404)
  const { body } = await begin(owner, uploadId)
  expect((await read(stranger, body.import.id)).status).toBe(404)
  for (const list of ['imports', 'imported-drafts'])
    expect((await site.call({ path: `/api/users/${owner.id}/${list}`, as: stranger })).status).toBe(403)
  const otherImport = await begin(owner, await uploadZip(owner, zip))
  expect([otherImport.status, otherImport.body.error]).toEqual([
    429,
    'Another import of yours is still running. Start this one when it is done.',
  ])
  await finishImport(owner, body.import.id)
})

test.each([
  ['has no titles', 'name,files\nMoths,a.png\n', /has no column “title”/],
  ['has no rows', 'title,files\n', /has no rows/],
  ['has many rows', `title,files\n${'Moths,a.png\n'.repeat(201)}`, /more than 200 rows. The limit is 200/],
])('a zip that %s is rejected with a message, and deleted', async (_name, csv, message) => {
  const { as, state, refusal, rows } = await importZip({ 'z.csv': csv })
  expect([state, rows]).toEqual(['refused', []])
  expect(refusal).toMatch(message)
  const { rows: openUploads } = await site.pool.query('select from open_uploads where owner_id = $1', [as.id])
  expect(openUploads).toEqual([])
})

test('a zip whose CSV is in Shift-JIS is refused, and its titles are not misread', async () => {
  const { state, refusal, rows } = await importZip(fixture('cp932csv.zip'))
  expect([state, rows]).toEqual(['refused', []])
  expect(refusal).toMatch(/^The CSV is not in UTF-8 or UTF-16,/)
})

test('a member reads the report in their language', async () => {
  const owner = await site.signUp()
  await site.pool.query(`update users set language = 'de' where id = $1`, [owner.id])
  const csv = 'title,files,shelf mark,copies\n,a.txt|none.png,A 1,30\nMoths,a.png,A 2,30\n'
  const { note, noteTranslation, rows } = await importZip({ 'z.csv': csv, 'a.txt': 'words', ...pictures }, owner)
  expect([note, noteTranslation]).toEqual([
    'Ignored these columns: shelf mark, copies.',
    'Diese Spalten wurden übergangen: shelf mark, copies.',
  ])
  expect(rows).toMatchObject([
    {
      message: 'A zine needs a title. There is no file named none.png. a.txt: Please select image or video files only.',
      messageTranslation:
        'Ein Zine braucht einen Titel. Es gibt keine Datei namens none.png. a.txt: Bitte wähle nur Bild- oder Videodateien.',
    },
    { outcome: 'created', message: null, messageTranslation: null },
  ])

  const refused = await importZip({ 'z.csv': 'title\nMoths\n' }, owner)
  expect([refused.refusal, refused.refusalTranslation]).toEqual([
    'The CSV has no column “files”. Add it to the first row, which names the columns.',
    'Der CSV fehlt die Spalte „files“. Trag sie in die erste Zeile ein, die die Spalten nennt.',
  ])
  await site.pool.query('update users set language = null where id = $1', [owner.id])
  expect((await importZip({ 'z.csv': 'title\nMoths\n' }, owner)).refusalTranslation).toBeNull()
})

test('the message for a row is short, even if its values are long', async () => {
  const long = 'x'.repeat(100_000)
  const csv = `title,files\nMoths,${long}\nMany,${'a|'.repeat(50_000)}\n`
  const { rows, state } = await importZip({ 'z.csv': csv })
  expect([state, rows.length]).toEqual(['done', 2])
  for (const { message } of rows) expect(message?.length).toBeLessThan(500)
})

test('a file that is not a zip, or no longer exists, is rejected', async () => {
  const owner = await site.signUp()
  const { status, body } = await begin(owner, await uploadZip(owner, fixture('document.pdf')))
  expect([status, body.error]).toEqual([400, 'Please select a zip file.'])
  const uploadId = await uploadZip(owner, await zipOf({ 'z.csv': table }))
  const started = await begin(owner, uploadId)
  await site.media.uploads.remove(uploadId)
  expect(await finishImport(owner, started.body.import.id)).toEqual(['refused'])
})

test('a zip that unpacks to far more than its size is rejected before anything is unpacked', async () => {
  const rows = Array.from({ length: 100 }, (_, n) => `Bomb ${n},bomb.png\n`)
  const zip = { 'z.csv': `title,files\n${rows.join('')}`, 'bomb.png': Buffer.alloc(18 * 1024 * 1024) }
  const { refusal, rows: importedRows } = await importZip(zip)
  expect([refusal, importedRows]).toEqual(['The rows of this zip name too many files. Import it in parts.', []])
})

test('rows that name a compressed file of zeros are rejected immediately, and it is never unpacked', async () => {
  const rows = Array.from({ length: 8 }, (_, n) => `Bomb ${n},bomb.png\n`)
  const bomb = Buffer.alloc(190 * 1024 * 1024)
  const zip = await zipOf({ 'z.csv': `title,files\n${rows.join('')}`, 'bomb.png': bomb })
  const owner = await site.signUp()
  const startedAt = performance.now()
  const { state, rows: importedRows } = await importZip(zip, owner)
  // Unpacking it for every row would take more than half a minute.
  expect(performance.now() - startedAt).toBeLessThan(15_000)
  expect([state, importedRows.length]).toEqual(['done', 8])
  for (const { message } of importedRows) expect(message).toMatch(/^bomb\.png: This file grows more than 100 times/)
})

test('everything that is wrong with a row and its files is reported together', async () => {
  const csv = 'title,files,kind\n,broken.pdf|none|gone|b.txt|a.png,novel\nMoths,broken.pdf\n'
  const files = { 'a.png': pictures['a.png'], 'broken.pdf': 'not a PDF', 'b.txt': 'words' }
  const { rows } = await importZip({ 'z.csv': csv, ...files })
  expect(rows[0]?.message).toMatch(/^A zine needs a title\. The kind must be /)
  for (const message of [
    'There is no file named none.',
    'There is no file named gone.',
    'broken.pdf: This PDF is damaged.',
    'b.txt: Please select image or video files only.',
  ])
    expect(rows[0]?.message).toContain(message)
  expect(rows[1]?.message).toBe('broken.pdf: This PDF is damaged. Export it again and retry.')
})

test('rows before an unclosed quotation mark are imported, and its line is reported', async () => {
  const csv = 'title,files\nMoths,a.png\n"Bread,a.png\nTides,a.png\n'
  const { state, rows } = await importZip({ 'z.csv': csv, ...pictures })
  expect([state, rows.map(({ outcome }) => outcome)]).toEqual(['done', ['created', 'refused']])
  expect(rows[1]?.message).toMatch(/^The quotation mark on line 3 of the CSV/)
})

test('a PDF in a zip may be larger than a picture, and becomes a draft of its pages', async () => {
  const page = { box: [0, 0, 420, 50], content: textOperators('Benches', { y: 10 }) }
  const padding = stream(randomBytes(600 * 1024).toString('hex'))
  const pdf = pdfOf({ pages: [page, page], objects: [padding] })
  changeUntilFinished(site.config, { maxImageMb: 1 })
  const { as, rows } = await importZip({ 'z.csv': 'title,files\nBenches,a.pdf\n', 'a.pdf': pdf })
  expect(rows).toMatchObject([{ outcome: 'created', message: null }])
  const { body } = await site.call<{ draft: Draft }>({ path: `/api/drafts/${rows[0]?.draftId}`, as })
  const read = { transcript: 'Benches', isFromDocument: true }
  expect(body.draft.content.pages).toMatchObject([read, read])
})

test('an import ends at the limit of imported drafts, and no other one starts', async () => {
  const owner = await site.signUp()
  await site.pool.query(
    `insert into drafts (owner_id, content, is_imported)
     select $1, '{"title": "", "pages": []}', true from generate_series(1, 199)`,
    [owner.id],
  )
  const { state, refusal, rows } = await importZip({ 'z.csv': table, ...pictures }, owner)
  expect([state, rows.length]).toEqual(['refused', 2])
  expect(refusal).toMatch(/^You have 200 imported drafts/)
  expect((await site.call({ method: 'POST', path: '/api/drafts', body: {}, as: owner })).status).toBe(201)
})

test('an import that fails unexpectedly is retried, and eventually ends, in whichever process it runs', async () => {
  const owner = await site.signUp()
  await site.pool.query(`
    create function fail_moths() returns trigger language plpgsql as $$ begin
      if new.title = 'Fails' then raise exception 'unforeseen'; end if;
      return new;
    end $$;
    create trigger fail_moths before insert on import_rows for each row execute function fail_moths()`)
  const zip = await zipOf({ 'z.csv': 'title,files\nMoths,none.png\nFails,none.png\n' })
  const { body } = await begin(owner, await uploadZip(owner, zip))
  const countQueuedJobs = async () =>
    (await site.pool.query(`select from graphile_worker.jobs where key = 'read-imports'`)).rowCount
  await site.pool.query(`select graphile_worker.remove_job('read-imports')`)
  await readImports({ ...site.documents })
  expect(await countQueuedJobs()).toBe(1)
  // Must be the last test: modules are loaded again from here on.
  vi.resetModules()
  const reloadedModule = await import('./read-imports.ts')
  await reloadedModule.readImports({ ...site.documents })
  expect(await finishImport(owner, body.import.id)).toEqual(['refused'])
  expect((await read(owner, body.import.id)).body.import).toMatchObject({
    refusal: expect.stringMatching(/^This import failed several times/),
    rows: [{ message: 'There is no file named none.png.' }],
  })
  await site.pool.query('drop trigger fail_moths on import_rows')
})
