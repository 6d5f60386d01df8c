import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Draft } from '#contract/drafts.ts'
import type { ZineImport } from '#contract/imports.ts'
import * as limits from '#contract/limits.ts'
import { imageAddress } from '#contract/media-address.ts'
import { type PageRecipe, RecipeV2 } from '#contract/page-recipe.ts'
import type { FullZine } from '#contract/zines.ts'
import { fixture } from '#tests/fixtures/fixture.ts'
import { mediaExists } from '#tests/support/library.ts'
import { sendUpload } from '#tests/support/send-upload.ts'
import { listening, type Member, startTestApp } from '#tests/support/test-app.ts'
import { unzip } from '#tests/support/unzip.ts'
import { type Files, zipOf } from '#tests/support/zip-of.ts'
import { openFolder } from './folder-source.ts'
import { readImports } from './read-imports.ts'
import { listRecipeFiles } from './read-recipes.ts'

const site = await startTestApp()
afterAll(() => site.close())

type ResponseBody = { import: ZineImport; draft: Draft; zine: FullZine }

async function importZip(as: Member, files: Files) {
  const uploadId = basename(await sendUpload(await listening(site), as, await zipOf(files)))
  const { body } = await site.post<ResponseBody>('/api/imports', { uploadId }, as)
  await readImports({ ...site.documents, sliceMs: Number.POSITIVE_INFINITY })
  return (await site.call<ResponseBody>({ path: `/api/imports/${body.import.id}`, as })).body.import.rows
}

async function makeFolder(files: Record<string, string | Uint8Array>) {
  const folder = await mkdtemp(join(tmpdir(), 'import-'))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, dirname(name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  return folder
}

const readDraft = async (as: Member, id: unknown) =>
  (await site.call<ResponseBody>({ path: `/api/drafts/${id}`, as })).body.draft
const recipesOf = ({ content }: Draft) => content.pages.map(({ recipe }) => recipe)

const table = 'title,files,recipes\nMoths,made/1.png|made/2.png,made/recipes.json\n'
const pages = { 'made/1.png': fixture('see-through.png'), 'made/2.png': fixture('wide.webp') }
const picture = imageAddress('a'.repeat(32))
const pictureFile = `made/${basename(picture)}`
const recipe = (fields: Partial<PageRecipe> = {}) => RecipeV2.parse({ version: 2, template: 'picture', ...fields })
const withPicture = (...urls: string[]) => ({
  ...recipe(),
  pictures: urls.map((url) => ({ url, altText: 'A moth' })),
})

test('the recipes of an exported zine come back, with copies of their pictures', async () => {
  const maker = await site.signUp()
  const made = { ...withPicture(picture), title: 'Moths | lamps', text: 'One.\n\nTwo, “three”.' }
  const later = { version: 9, layers: [{ at: [1, 2] }], pictures: [{ url: picture, crop: 'round' }, null] }
  const recipes = JSON.stringify([made, later])
  const files = { 'zines.csv': table, ...pages, 'made/recipes.json': recipes, [pictureFile]: fixture('photo.avif') }
  const [row] = await importZip(maker, files)
  expect(row).toMatchObject({ outcome: 'created', message: null })
  const draft = await readDraft(maker, row?.draftId)
  const [first, second] = recipesOf(draft) as [PageRecipe, typeof later]
  const url = first.pictures[0]?.url ?? ''
  expect(url).not.toBe(picture)
  expect(first).toEqual({ ...made, pictures: [{ url, altText: 'A moth' }] })
  expect(second).toEqual({ ...later, pictures: [{ url, crop: 'round' }, null] })
  expect(await mediaExists(site, [url])).toEqual([true])
  expect((await importZip(maker, files))[0]).toMatchObject({ outcome: 'existing', draftId: draft.id })

  const { body } = await site.post<ResponseBody>(`/api/drafts/${draft.id}/publish`, { version: 1 }, maker)
  const exported = await site.app.inject({ url: `/api/users/${maker.id}/export`, headers: { cookie: maker.cookie } })
  const unzipped = await unzip(exported.rawPayload)
  const [zine] = JSON.parse(String(unzipped.get('zines.json'))) as { id: string; pages: { file: string }[] }[]
  expect(zine?.id).toBe(body.zine.id)
  const names = zine?.pages.map(({ file }) => file) ?? []
  const recipesFile = `${dirname(names[0] ?? '')}/pages.json`
  const reader = await site.signUp()
  const [again] = await importZip(reader, {
    ...Object.fromEntries([...unzipped].filter(([name]) => name.startsWith('media/'))),
    [recipesFile]: JSON.stringify(zine?.pages),
    'zines.csv': `title,files,recipes,order\nMoths,${names.join('|')},${recipesFile},2 1\n`,
  })
  expect(again).toMatchObject({ outcome: 'created', message: null })
  const copy = await readDraft(reader, again?.draftId)
  const [last, opening] = recipesOf(copy) as [typeof later, PageRecipe]
  expect(opening).toEqual({ ...made, pictures: [{ url: expect.any(String), altText: 'A moth' }] })
  expect(last.pictures[0]?.url).toBe(opening.pictures[0]?.url)
  const { rows } = await site.pool.query('select from draft_media where draft_id = $1', [copy.id])
  expect(rows).toHaveLength(3)
})

test('a picture without a file is left out, with a note, even if it is a picture on this site', async () => {
  const [maker, other] = [await site.signUp(), await site.signUp()]
  const files = { 'zines.csv': table, ...pages, [pictureFile]: fixture('photo.avif') }
  const theirs = await importZip(other, { ...files, 'made/recipes.json': JSON.stringify([withPicture(picture)]) })
  const [stored] = recipesOf(await readDraft(other, theirs[0]?.draftId)) as PageRecipe[]
  const recipes = [null, withPicture(stored?.pictures[0]?.url ?? '', picture)]
  const [row] = await importZip(maker, { ...files, 'made/recipes.json': JSON.stringify(recipes) })
  expect(row).toMatchObject({
    outcome: 'created',
    message:
      'Images that the recipes name are missing from their folder: 1. The pages show them until you edit these pages.',
  })
  const [none, kept] = recipesOf(await readDraft(maker, row?.draftId)) as [null, PageRecipe]
  expect([none, kept.pictures[0], kept.pictures[1]?.altText]).toEqual([null, null, 'A moth'])
})

const unusualTable = (...recipesFiles: string[]) =>
  `title,files,recipes\n${recipesFiles.map((name, at) => `Row ${at},made/${at + 1}.png,${name}\n`).join('')}`

test('the recipes file of a row may be spelled differently, and a folder of its name is refused alone', async () => {
  const spellings = ['./recipes.json', 'moths\\recipes.json', 'Cafe\u0301/recipes.json', 'made/recipes.json', 'x.json']
  const recipes = JSON.stringify([withPicture(picture)])
  const folders = ['', 'moths/', 'Caf\u00e9/', 'made/']
  const files = {
    ...Object.fromEntries(folders.map((folder) => [`${folder}recipes.json`, recipes])),
    ...Object.fromEntries(folders.map((folder) => [folder + basename(picture), fixture('photo.avif')])),
    ...Object.fromEntries(spellings.map((_, at) => [`made/${at + 1}.png`, fixture('see-through.png')])),
    'x.json/1.png': fixture('see-through.png'),
    'zines.csv': unusualTable(...spellings),
  }
  const maker = await site.signUp()
  const rows = await importZip(maker, files)
  expect(rows.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'created', 'created', 'refused'])
  expect(rows.map(({ message }) => message).slice(0, 4)).toEqual([null, null, null, null])
  expect(rows[4]?.message).toMatch(/^x\.json: This is not a JSON list/)

  const folder = await makeFolder(files)
  const source = await openFolder(folder)
  expect(await listRecipeFiles(source, './recipes.json')).toEqual(['recipes.json', basename(picture)])
  await expect(listRecipeFiles(source, 'x.json')).rejects.toThrow('This is not a JSON list')
  await rm(folder, { recursive: true })
})

test('a folder named like a picture of the recipes is no picture', async () => {
  const recipes = JSON.stringify([withPicture(picture)])
  const files = { ...pages, 'made/recipes.json': recipes, [`${pictureFile}/1.png`]: fixture('see-through.png') }
  const [row] = await importZip(await site.signUp(), { 'zines.csv': table, ...files })
  expect(row).toMatchObject({
    outcome: 'created',
    message: expect.stringMatching(/^Images that the recipes name are missing/),
  })
})

const notRecipes = /^made\/recipes\.json: This is not a JSON list with the recipe of each page, or null/
const page = (message: string) => new RegExp(`^made/recipes\\.json: Page 1: ${message}`)
test.each<[string | Buffer, RegExp]>([
  ['nonsense', notRecipes],
  ['{"recipe":null}', notRecipes],
  [Buffer.from('[{"version":1,"template":"text","text":"Caf\xe9"}]', 'latin1'), notRecipes],
  ['[null,null,null]', /There are 3 recipes for 2 pages\.$/],
  [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, page('')],
  [JSON.stringify([{ ...recipe(), script: 'alert(1)' }]), page('')],
  [JSON.stringify([{ ...recipe(), template: 'frame' }]), page('Unknown template\\.')],
  [JSON.stringify([{ ...recipe(), text: 'x'.repeat(limits.recipeText + 1) }]), page('The text of a page')],
  [JSON.stringify([withPicture('https://evil.example/a.webp')]), page('Each image on a page must be the URL')],
  [JSON.stringify([withPicture('/media/../../secret')]), page('Each image on a page must be the URL')],
  [JSON.stringify([{ version: 3, layers: 'x'.repeat(48_000) }]), page('A page made here can have at most 48 kB\\.')],
  [
    JSON.stringify(
      Array(2).fill({ version: 2, template: 'text', drawing: { strokes: [{ ink: 0, width: 'thin', points: '' }] } }),
    ),
    page('The points of a stroke must be whole numbers'),
  ],
  [JSON.stringify([{ version: 3, text: '\u0000' }]), page('This page contains a character, number or name')],
  [`[${`{"version":3,"layers":${'['.repeat(100_000)}${']'.repeat(100_000)}}`}]`, page('This page contains')],
  ['[{"version":{"toString":1,"valueOf":1}}]', page('Unknown version of a page')],
  [`[{"version":${'['.repeat(100_000)}${']'.repeat(100_000)}}]`, page('Unknown version of a page')],
  [' '.repeat(4 * 1024 * 1024 + 1), /^made\/recipes\.json: This file is larger than 4 MB\.$/],
])('%.40s is refused, and leaves nothing', async (recipes, message) => {
  const maker = await site.signUp()
  const [row] = await importZip(maker, { 'zines.csv': table, ...pages, 'made/recipes.json': recipes })
  expect(row).toMatchObject({ outcome: 'refused', message: expect.stringMatching(message) })
  const { rows } = await site.pool.query('select from media where owner_id = $1', [maker.id])
  expect(rows).toEqual([])
})

test('a picture that is no image, or a recipe for a PDF, is refused', async () => {
  const maker = await site.signUp()
  const recipes = JSON.stringify([withPicture(picture)])
  const files = { ...pages, 'made/recipes.json': recipes, 'made/1.pdf': fixture('document.pdf') }
  for (const name of ['clip.mp4', 'document.pdf', 'not-an-image.png', 'truncated.jpg']) {
    const [row] = await importZip(maker, { 'zines.csv': table, ...files, [pictureFile]: fixture(name) })
    expect(row, name).toMatchObject({ outcome: 'refused' })
  }
  const [row] = await importZip(maker, { ...files, 'zines.csv': table.replace('made/1.png|made/2.png', 'made/1.pdf') })
  expect(row?.message).toBe('made/recipes.json: Only zines made of images can have recipes.')
  const { rows } = await site.pool.query('select from media where owner_id = $1', [maker.id])
  expect(rows).toEqual([])
})
