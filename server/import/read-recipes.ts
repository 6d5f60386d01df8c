import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/runtime-macro'
import { importMb, longZinePagesMax } from '#contract/limits.ts'
import { imageAddress } from '#contract/media-address.ts'
import { pictureHashes, recipeInput, recipesProblem, type StoredRecipe } from '#contract/page-recipe.ts'
import type { Config } from '#server/config/config.ts'
import { apiError } from '#server/http/errors.ts'
import { bytesPerMb } from '#server/media/decode/decode-task.ts'
import { detectKinds, hashFiles, type ImportFile, type NamedFile, withFileName } from './import-files.ts'
import { collectProblems, isRowError, withName } from './row-errors.ts'
import type { Source } from './source.ts'

/** `recipes` in the order of the row's files. `pictures` are their files, by the address that recipes name. */
export type RowRecipes = { recipes: StoredRecipe[]; pictures: Map<string, ImportFile>; note?: MessageDescriptor }

type Options = { file: string; pages: NamedFile[]; config: Pick<Config, 'maxImageMb' | 'maxVideoMb'> }

/** Recipes of pages made on this site or another, from a JSON file. Their pictures are in the same folder. */
export async function readRecipes(source: Source, { file, pages, config }: Options): Promise<RowRecipes> {
  const { name, recipes } = await withFileName(file, async () => {
    const name = resolveFile(source, file)
    const list = await readList(source, name)
    assertForPages(list, pages)
    return { name, recipes: parseRecipes(list) }
  })
  const pictures = listPictures(source, name, recipes)
  const found = pictures.flatMap(({ address, name }) => (name === undefined ? [] : [{ address, name }]))
  const files = await detectKinds(
    source,
    found.map(({ name }) => name),
    config,
  )
  await assertPictures(source, files)
  const hashed = await hashFiles(source, files)
  const fileByAddress = new Map(
    found.flatMap(({ address }, at) => (hashed[at] ? [[address, hashed[at]] as const] : [])),
  )
  const missing = pictures.length - found.length
  return { recipes, pictures: fileByAddress, ...(missing > 0 && { note: missingNote(missing) }) }
}

/** The JSON file and the pictures that its recipes name: files that a row needs besides its pages. */
export async function listRecipeFiles(source: Source, file: string): Promise<string[]> {
  const recipesFile = resolveFile(source, file)
  const pictures = listPictures(source, recipesFile, parseRecipes(await readList(source, recipesFile)))
  return [recipesFile, ...pictures.flatMap(({ name }) => name ?? [])]
}

/** The pictures that recipes name, each once. `name` is its file in the source, if there is one. */
function listPictures(source: Source, file: string, recipes: StoredRecipe[]) {
  const folder = file.slice(0, file.lastIndexOf('/') + 1)
  return pictureHashes(recipes.map((recipe) => ({ recipe }))).map((hash) => {
    const address = imageAddress(hash)
    return { address, name: findPicture(source, folder + address.slice('/media/'.length)) }
  })
}

const missingNote = (count: number) =>
  msg`Images that the recipes name are missing from their folder: ${{ count }}. The pages show them until you edit these pages.`

const maxFileMb = 4

/** The name of the JSON file in the source. The row may spell it differently, or name a folder with one picture. */
function resolveFile(source: Source, file: string) {
  const [name, ...others] = source.list(file)
  if (!name || others.length > 0 || !/\.json$/i.test(name)) throw notRecipes()
  return name
}

async function readList(source: Source, file: string): Promise<unknown[]> {
  const list = await readJson(source, file)
  if (!Array.isArray(list)) throw notRecipes()
  return list
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

async function readJson(source: Source, file: string): Promise<unknown> {
  if ((await source.sizeOf(file)) > maxFileMb * bytesPerMb)
    throw apiError('media_refused', msg`This file is larger than ${{ mb: maxFileMb }} MB.`)
  try {
    // Ignores a byte order mark, with which some editors of Windows begin a file.
    return JSON.parse(utf8.decode(await readFile(await source.fetchFile(file))))
  } catch (error) {
    throw error instanceof SyntaxError || error instanceof TypeError ? notRecipes() : error
  }
}

function assertForPages(list: unknown[], pages: NamedFile[]) {
  if (pages.some(({ kind }) => kind !== 'picture'))
    throw apiError('invalid_request', msg`Only zines made of images can have recipes.`)
  if (list.length > pages.length)
    throw apiError(
      'invalid_request',
      msg`There are ${plural({ recipes: list.length }, { one: '# recipe', other: '# recipes' })} for ${plural({ pages: pages.length }, { one: '# page', other: '# pages' })}.`,
    )
}

/** A list of recipes, or of the pages of an exported zine. */
function parseRecipes(list: unknown[]) {
  const problems = collectProblems()
  const recipes = list.slice(0, longZinePagesMax).map((item, index) => {
    const isPage = typeof item === 'object' && item !== null && 'recipe' in item
    const recipe = isPage ? item.recipe : item
    return problems.validate(recipeInput, recipe, (problem) => msg`Page ${{ page: index + 1 }}: ${{ problem }}`) ?? null
  })
  problems.throwIfAny()
  const problem = recipesProblem(recipes.map((recipe) => ({ recipe })))
  if (problem) throw apiError('invalid_request', problem)
  return recipes
}

/** Undefined also for a folder with this name. */
function findPicture(source: Source, name: string) {
  try {
    return source.list(name).find((found) => basename(found) === basename(name))
  } catch (error) {
    if (!isRowError(error)) throw error
    return undefined
  }
}

async function assertPictures(source: Source, files: NamedFile[]) {
  let bytes = 0
  for (const { name, kind } of files) {
    if (kind !== 'picture') throw apiError('media_refused', withName(name, msg`Only images can be used on a page.`))
    bytes += await source.sizeOf(name)
  }
  if (bytes > importMb * bytesPerMb)
    throw apiError('media_refused', msg`The images that the recipes name are larger than ${{ mb: importMb }} MB.`)
}

const notRecipes = () =>
  apiError(
    'invalid_request',
    msg`This is not a JSON list with the recipe of each page, or null for a page without one. It must be in UTF-8.`,
  )
