import { basename } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Draft } from '#contract/drafts.ts'
import type { ZineImport } from '#contract/imports.ts'
import { zineRecipePictures } from '#contract/limits.ts'
import { imageAddress } from '#contract/media-address.ts'
import { pdfOf, textOperators } from '#server/documents/pdf.testing.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { sendUpload } from '#tests/support/send-upload.ts'
import { listening, type Member, startTestApp } from '#tests/support/test-app.ts'
import { type Files, zipOf } from '#tests/support/zip-of.ts'
import { readImports } from './read-imports.ts'

const site = await startTestApp()
afterAll(() => site.close())

type ResponseBody = { import: ZineImport; draft: Draft; code?: string }

const upload = async (as: Member, files: Files) =>
  basename(await sendUpload(await listening(site), as, await zipOf(files)))

async function begin(as: Member, files: Files) {
  const uploadId = await upload(as, files)
  const { body } = await site.post<ResponseBody>('/api/imports', { uploadId }, as)
  return body.import.id
}

const read = async (as: Member, id: string) =>
  (await site.call<ResponseBody>({ path: `/api/imports/${id}`, as })).body.import

/** A turn that ends after one picture or page. */
const takeTurn = () => readImports({ ...site.documents, sliceMs: 0 })

async function takeTurns(as: Member, id: string) {
  for (let turns = 1; turns < 20; turns++) {
    await takeTurn()
    const { state } = await read(as, id)
    if (state === 'done' || state === 'refused') return turns
  }
  return undefined
}

const countMedia = async (owner: Member) =>
  (await site.pool.query('select from media where owner_id = $1', [owner.id])).rowCount

const address = (number: number) => imageAddress(number.toString(16).padStart(32, '0'))
const fileOf = (number: number) => basename(address(number))

/** A recipe of a later version, which can name more pictures than those of today. */
const laterRecipe = (first: number, count: number) => ({
  version: 3,
  pictures: Array.from({ length: count }, (_, n) => ({ url: address(first + n) })),
})

const photo = fixture('see-through.png')
const onePicture: Files = { 'zines.csv': 'title,files\nMoths,a.png\n', 'a.png': photo }

test('a row with many pictures continues in later turns, and another member’s import is read in between', async () => {
  const [maker, other] = [await site.signUp(), await site.signUp()]
  const slow = await begin(maker, {
    'zines.csv': 'title,files,recipes\nMoths,a.png|b.png,recipes.json\n',
    'recipes.json': JSON.stringify([laterRecipe(1, 2), laterRecipe(2, 2)]),
    ...Object.fromEntries([1, 2, 3].map((number) => [fileOf(number), photo])),
    'a.png': photo,
    'b.png': photo,
  })
  await takeTurn()
  expect(await countMedia(maker)).toBe(1)
  const quick = await begin(other, onePicture)
  await takeTurn()
  expect(await read(other, quick)).toMatchObject({ rows: [{ outcome: 'created' }] })
  await takeTurn()
  expect(await countMedia(maker)).toBe(2)
  expect((await read(maker, slow)).rows).toEqual([])
  await takeTurns(maker, slow)
  const { rows } = await read(maker, slow)
  expect(rows).toMatchObject([{ outcome: 'created', message: null }])
  expect(await countMedia(maker)).toBe(5)
  const { body } = await site.call<ResponseBody>({ path: `/api/drafts/${rows[0]?.draftId}`, as: maker })
  expect(body.draft.content.pages.map(({ recipe }) => recipe?.pictures?.length)).toEqual([2, 2])
})

test('a PDF continues in later turns with the texts of its earlier pages, which are not stored longer', async () => {
  const maker = await site.signUp()
  const pages = ['One', 'Two', 'Three'].map((text) => ({
    box: [0, 0, 420, 50],
    content: textOperators(text, { y: 10 }),
  }))
  const id = await begin(maker, { 'zines.csv': 'title,files\nMoths,a.pdf\n', 'a.pdf': pdfOf({ pages, objects: [] }) })
  await takeTurn()
  await takeTurn()
  const storedTexts = async () =>
    (await site.pool.query('select jsonb_path_query(page_texts, $2) as text from imports where id = $1', [id, '$.*']))
      .rows
  expect((await storedTexts()).map(({ text }) => text).toSorted()).toEqual(['One', 'Two'])
  await site.pool.query(
    `update imports set page_texts = replace(page_texts::text, 'Two', 'Kept')::jsonb where id = $1`,
    [id],
  )
  await takeTurns(maker, id)
  const { rows } = await read(maker, id)
  const { body } = await site.call<ResponseBody>({ path: `/api/drafts/${rows[0]?.draftId}`, as: maker })
  expect(body.draft.content.pages.map(({ transcript }) => transcript)).toEqual(['One', 'Kept', 'Three'])
  expect(await storedTexts()).toEqual([])
})

test('a member who starts one import after another does not delay the others', async () => {
  const [patient, busy] = [await site.signUp(), await site.signUp()]
  const csv = 'title,files\nOne,a.png\nTwo,a.png\nThree,a.png\n'
  const waiting = await begin(patient, { ...onePicture, 'zines.csv': csv })
  await takeTurn()
  const quick = await begin(busy, onePicture)
  expect(await takeTurns(busy, quick)).toBeLessThanOrEqual(3)
  const before = (await read(patient, waiting)).rows.length
  await begin(busy, { ...onePicture, 'zines.csv': 'title,files\nAgain,a.png\n' })
  await takeTurn()
  await takeTurn()
  expect((await read(patient, waiting)).rows.length).toBeGreaterThan(before)
  await takeTurns(patient, waiting)
})

const fivePages = { 'recipes.json': '', ...Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`${n}.png`, photo])) }
const manyRecipes = Array.from({ length: 5 }, (_, page) => laterRecipe(1 + 90 * page, 90))
const tooManyPictures = `The pages of a zine can use at most ${zineRecipePictures} images. Remove some.`

test('a zine whose recipes name too many pictures is refused: in an import, a draft and a published zine', async () => {
  const maker = await site.signUp()
  const csv = 'title,files,recipes\nMoths,1.png|2.png|3.png|4.png|5.png,recipes.json\n'
  const id = await begin(maker, { ...fivePages, 'zines.csv': csv, 'recipes.json': JSON.stringify(manyRecipes) })
  await takeTurns(maker, id)
  expect((await read(maker, id)).rows).toMatchObject([
    { outcome: 'refused', message: `recipes.json: ${tooManyPictures}` },
  ])
  expect(await countMedia(maker)).toBe(0)
  const pages = manyRecipes.map((recipe) => ({ url: address(1), recipe }))
  const draft = await site.post('/api/drafts', { content: { pages } }, maker)
  const zine = await site.post(
    '/api/zines',
    { title: 'Moths', aspectRatio: '4:5', mediaFiles: pages.map((page) => ({ ...page, altText: '' })) },
    maker,
  )
  for (const { status, body } of [draft, zine]) expect([status, body]).toMatchObject([400, { error: tooManyPictures }])
})

test('pictures of recipes count towards what a zip unpacks to', async () => {
  const maker = await site.signUp()
  const rows = Array.from({ length: 100 }, (_, n) => `Moths ${n},a.png,recipes.json\n`)
  const id = await begin(maker, {
    'zines.csv': `title,files,recipes\n${rows.join('')}`,
    'a.png': photo,
    'recipes.json': JSON.stringify([laterRecipe(1, 1)]),
    [fileOf(1)]: Buffer.alloc(18 * 1024 * 1024),
  })
  await takeTurn()
  expect(await read(maker, id)).toMatchObject({
    refusal: 'The rows of this zip name too many files. Import it in parts.',
    rows: [],
  })
})

test('a row that fails unexpectedly, again and again, does so alone', async () => {
  const maker = await site.signUp()
  await site.pool.query(`
    create function fail_drafts() returns trigger language plpgsql as $$ begin
      if new.content ->> 'title' = 'Fails' then raise exception 'unforeseen'; end if;
      return new;
    end $$;
    create trigger fail_drafts before insert on drafts for each row execute function fail_drafts()`)
  const csv = 'title,files\nFails,a.png\nMoths,a.png\nFails,a.png,\nBread,a.png\n'
  const id = await begin(maker, { ...onePicture, 'zines.csv': csv })
  await takeTurns(maker, id)
  await site.pool.query('drop trigger fail_drafts on drafts')
  const { state, rows } = await read(maker, id)
  expect([state, rows.map(({ outcome }) => outcome)]).toEqual(['done', ['refused', 'created', 'refused', 'created']])
  expect(rows[0]?.message).toMatch(/^This row failed several times because of a problem on our side\./)
})

test('members who wait for approval cannot start an import, and one that they started waits', async () => {
  const [waiting, approved] = [await site.signUp(), await site.signUp()]
  const setWaiting = (member: Member, isWaiting: boolean) =>
    site.pool.query(`update users set awaiting_since = case when $2 then now() end where id = $1`, [
      member.id,
      isWaiting,
    ])
  await setWaiting(waiting, true)
  const uploadId = await upload(waiting, onePicture)
  const { status, body } = await site.post<ResponseBody>('/api/imports', { uploadId }, waiting)
  expect([status, body.code]).toEqual([403, 'awaiting_approval'])
  const id = await begin(approved, onePicture)
  await setWaiting(approved, true)
  await takeTurn()
  expect((await read(approved, id)).state).toBe('waiting')
  await setWaiting(approved, false)
  expect(await takeTurns(approved, id)).toBeGreaterThan(0)
  expect((await read(approved, id)).rows).toMatchObject([{ outcome: 'created' }])
})
