import { msg, plural } from '@lingui/core/runtime-macro'
import { z } from 'zod'
import { say } from '#contract/in-english.ts'
import { messageOfOption, text, untrimmedText } from './endpoint.ts'
import { canonicalLanguage } from './language-tag.ts'
import * as limits from './limits.ts'
import { hashFromAddress, imageAddress } from './media-address.ts'
import { numberWithin } from './number-within.ts'
import { drawing, stamps } from './page-drawing.ts'
import { bytesOf, drawingBytes } from './recipe-sizes.ts'

/**
 * A page made on the site: data from which the browser draws the page's picture. It contains no HTML, and no URLs except
 * those of the member's own pictures.
 */

export const pageTemplates = [
  'title',
  'text',
  'columns',
  'picture',
  'full-bleed',
  'quote',
  'list',
  'letter',
  'comic',
  'solid',
  'back',
] as const
export type PageTemplate = (typeof pageTemplates)[number]

export const typeStyles = [
  'poster',
  'plain',
  'courier',
  'typewriter',
  'stencil',
  'handwriting',
  'pixel',
  'book',
] as const
export type TypeStyle = (typeof typeStyles)[number]

export const paperColours = ['white', 'cream', 'pink', 'yellow', 'mint', 'blue'] as const
export type PaperColour = (typeof paperColours)[number]

export const inks = ['black', 'blue', 'pink', 'yellow', 'green', 'red', 'teal', 'violet', 'orange'] as const
export type Ink = (typeof inks)[number]

/** How pictures are printed: unchanged, or in the inks with fine or coarse dots. */
const firstTreatments = ['unchanged', 'fine', 'coarse'] as const
/** Also as a photocopy without greys, as the lines of a drawing, or with scattered dots. */
export const pictureTreatments = [...firstTreatments, 'photocopy', 'lines', 'dither'] as const
export type PictureTreatment = (typeof pictureTreatments)[number]

/** The sizes of text that the pages of a zine share. */
export const textSizes = ['small', 'medium', 'large'] as const
export type TextSize = (typeof textSizes)[number]

export const alignments = ['start', 'center', 'justify'] as const
export type Alignment = (typeof alignments)[number]

/** Whether the first or the last panel of a comic is larger. */
export const panelLayouts = ['even', 'first', 'last'] as const
export type PanelLayout = (typeof panelLayouts)[number]

export const bubbleTails = ['left', 'right', 'none'] as const
export type BubbleTail = (typeof bubbleTails)[number]

/** The designs of a title page. */
export const coverDesigns = ['block', 'picture', 'stripes', 'letter', 'label', 'hand'] as const
export type CoverDesign = (typeof coverDesigns)[number]

/** The halves of a picture over two facing pages. */
export const spreadHalves = ['left', 'right'] as const
export type SpreadHalf = (typeof spreadHalves)[number]

export const recipeVersion = 2

const isPictureAddress = (url: string) => url === imageAddress(hashFromAddress(url) ?? '')

/** The path alone: an address of another site is never stored. */
const pictureUrl = z
  .string('An image needs a URL.')
  .refine(isPictureAddress, 'Each image on a page must be the URL of an image you uploaded.')

const picture = z.strictObject({
  url: pictureUrl,
  altText: untrimmedText('The description of an image', limits.recipePictureAltText).default(''),
})

const largestText = 10

export const RecipeV1 = z.strictObject({
  version: z.literal(1, 'Unknown version of a page.'),
  template: z.enum(pageTemplates, 'Unknown template.'),
  title: untrimmedText('The title of a page', limits.recipeTitle).default(''),
  /** Paragraphs are separated by blank lines; a list has one entry per line. Marks: `web/typeset/setting/markdown.ts`. */
  text: untrimmedText('The text of a page', limits.recipeText).default(''),
  /** The caption of the picture, or one for each panel of a comic. */
  captions: z
    .array(untrimmedText('A caption', limits.recipeCaption), 'The captions must be a list.')
    .max(limits.recipePanels, `A page can have at most ${limits.recipePanels} captions.`)
    .default([]),
  /** Null is a panel without a picture. */
  pictures: z
    .array(picture.nullable(), 'The pictures must be a list.')
    .max(limits.recipePanels, `A page can have at most ${limits.recipePanels} images.`)
    .default([]),
  /** A multiple of the smallest size, which the text does not exceed. Without it, the text fills the page. */
  textSize: z.number('The size of a text must be a number.').min(1).max(largestText).optional(),
  treatment: z.enum(firstTreatments, 'Unknown treatment of images.').default('fine'),
  style: z.enum(typeStyles, 'Unknown type style.').default('poster'),
  paper: z.enum(paperColours, 'Unknown paper.').default('cream'),
  /** The first ink prints the text. */
  inks: z
    .array(z.enum(inks, 'Unknown ink.'), 'The inks must be a list.')
    .min(1, 'A page needs an ink.')
    .max(2, 'A page can have at most two inks.')
    .default(['black']),
  /** Slight misregistration and grain, as on a stencil duplicator. */
  isTextured: z.boolean('isTextured must be true or false.').default(true),
  /** Without it, the page is turned like its picture. */
  isLandscape: z.boolean('isLandscape must be true or false.').optional(),
  language: text('The language', limits.languageTag)
    .refine((tag) => tag === '' || canonicalLanguage(tag), 'Unknown language. Use a tag such as en or pt-BR.')
    .default(''),
})

const noNumber = `A page number must be a whole number from 1 to ${limits.longZinePagesMax}.`
const noPanel = 'A speech bubble must be in one of the panels.'

const bubble = z.strictObject({
  panel: z
    .int(noPanel)
    .min(0, noPanel)
    .max(limits.recipePanels - 1, noPanel),
  text: untrimmedText('The text of a speech bubble', limits.recipeBubble),
  /** Its middle, within the panel. */
  x: numberWithin('The place of a speech bubble', 0, 1),
  y: numberWithin('The place of a speech bubble', 0, 1),
  tail: z.enum(bubbleTails, 'Unknown tail of a speech bubble.'),
})
export type SpeechBubble = z.infer<typeof bubble>

/** What a frame shows of its picture. Without it, the middle of the picture fills the frame. */
const frame = z.strictObject(
  {
    /** The point of the picture in the middle of the frame, as a share of its width and height. */
    x: numberWithin('The place of an image', 0, 1),
    y: numberWithin('The place of an image', 0, 1),
    /** 1 fills the frame. */
    zoom: numberWithin('The zoom of an image', 1, 8),
    /** In degrees, clockwise. */
    turn: numberWithin('The turn of an image', -180, 180),
  },
  { error: (issue) => (issue.code === 'invalid_type' ? 'The frame of an image must be a JSON object.' : undefined) },
)
export type PictureFrame = z.infer<typeof frame>

/** Without the new fields, a page looks as in version 1. */
export const RecipeV2 = RecipeV1.extend({
  version: z.literal(recipeVersion, 'Unknown version of a page.'),
  /** A size that the pages of a zine share, or that of version 1. */
  textSize: z.union([z.enum(textSizes), RecipeV1.shape.textSize], 'Unknown size of a text.').optional(),
  alignment: z.enum(alignments, 'Unknown alignment.').optional(),
  panels: z.enum(panelLayouts, 'Unknown layout of panels.').optional(),
  bubbles: z
    .array(bubble, 'The speech bubbles must be a list.')
    .max(limits.recipeBubbles, `A page can have at most ${limits.recipeBubbles} speech bubbles.`)
    .optional(),
  /** Below the text, except on covers and pages filled by a picture. */
  folio: z
    .strictObject({
      number: z.int(noNumber).min(1, noNumber).max(limits.longZinePagesMax, noNumber),
      title: untrimmedText('The running title', limits.recipeRunningTitle).default(''),
    })
    .optional(),
  /** The design of a title page. */
  cover: z.enum(coverDesigns, 'Unknown design of a cover.').optional(),
  pictures: z
    .array(picture.extend({ frame: frame.optional() }).nullable(), 'The pictures must be a list.')
    .max(limits.recipePanels, `A page can have at most ${limits.recipePanels} images.`)
    .default([]),
  /** The half that a page filled by a picture shows of it. The facing page shows the other one. */
  spread: z.enum(spreadHalves, 'Unknown half of an image.').optional(),
  treatment: z.enum(pictureTreatments, 'Unknown treatment of images.').default('fine'),
  brightness: numberWithin('The brightness of images', -100, 100).optional(),
  contrast: numberWithin('The contrast of images', -100, 100).optional(),
  /** The paper of scans becomes white. */
  whitensPaper: z.boolean('whitensPaper must be true or false.').optional(),
  drawing: drawing.optional(),
  stamps: stamps.optional(),
})
export type PageRecipe = z.infer<typeof RecipeV2>

const tooDetailed = `The drawing and stamps of a page can have at most ${limits.recipeDrawingBytes / 1000} kB.`
const isDrawingSmall = ({ drawing, stamps }: PageRecipe) => bytesOf([drawing, stamps]) <= limits.recipeDrawingBytes

const tooLarge = `A page made here can have at most ${limits.recipeBytes / 1000} kB.`
const isSmall = (recipe: unknown) => bytesOf(recipe) <= limits.recipeBytes

/** In a recipe of a later release. Longer lists are refused before their pictures are checked. */
const laterPictures = 150
const maxDepth = 20
const notStorable = 'This page contains a character, number or name that cannot be stored, or is nested too deeply.'

/** Whether PostgreSQL can store the value unchanged, and JSON functions can read it without a stack overflow. */
function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\u0000')
  if (typeof value === 'number') return isStorableNumber(value)
  if (typeof value !== 'object' || value === null) return true
  return (
    depth < maxDepth &&
    Object.entries(value).every(([key, part]) => isStorable(key) && !unsafeKeys.has(key) && isStorable(part, depth + 1))
  )
}

/** JSON parsers refuse them. */
const unsafeKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** PostgreSQL writes numbers without an exponent, which makes 5e-324 as long as a page. */
const isStorableNumber = (value: number) =>
  Number.isInteger(value)
    ? Number.isSafeInteger(value) && !Object.is(value, -0)
    : Math.abs(value) > 1e-9 && Math.abs(value) < 1e15

/**
 * A recipe of a later release, for example after this site returned to an earlier one. It is stored unchanged, but only
 * its picture is shown. Every version lists its pictures here, so that no release deletes their files.
 */
const LaterRecipe = z
  .looseObject({
    version: z.int().min(recipeVersion + 1, { abort: true }),
    pictures: z
      .array(z.looseObject({ url: pictureUrl }).nullable(), 'The pictures must be a list.')
      .max(laterPictures, `A page can have at most ${laterPictures} images.`)
      .optional(),
  })
  // First, because the size of a deeply nested value cannot be measured.
  .refine((recipe) => isStorable(recipe), { error: notStorable, abort: true })
  .refine(isSmall, { error: tooLarge, abort: true })
export type LaterRecipe = z.infer<typeof LaterRecipe>

const optionOf = (input: object) => {
  const version = 'version' in input && typeof input.version === 'number' ? input.version : recipeVersion
  return version > recipeVersion ? 2 : version === 1 ? 1 : 0
}

export const recipeInput = z
  .union(
    [RecipeV2.refine(isDrawingSmall, tooDetailed), RecipeV1, LaterRecipe],
    messageOfOption(optionOf, 'A recipe must be a JSON object.'),
  )
  .refine(isSmall, tooLarge)
  .nullable()
export type StoredRecipe = z.infer<typeof recipeInput>

/** Drafts saved before recipes existed have none. */
export const storedRecipe = recipeInput.default(null)

export type RecipePage = { recipe?: StoredRecipe | undefined }

/** The hashes of all pictures in the recipes of the pages, of any version: the only list of the files that recipes need. */
export const pictureHashes = (pages: RecipePage[]) => [
  ...new Set(
    pages.flatMap(({ recipe }) =>
      (recipe?.pictures ?? []).flatMap((picture) => (picture && hashFromAddress(picture.url)) ?? []),
    ),
  ),
]

const tooManyPictures = say(
  msg`The pages of a zine can use at most ${plural({ pictures: limits.zineRecipePictures }, { one: '# image', other: '# images' })}. Remove some.`,
)

const drawingsTooLarge = say(
  msg`The drawings on the pages of a zine can have at most ${{ mb: limits.zineDrawingBytes / 1_000_000 }} MB together. Remove some.`,
)

/** What the recipes of a zine have too much of together, as a sentence: the only list of such limits. */
export function recipesProblem(pages: RecipePage[]) {
  if (pictureHashes(pages).length > limits.zineRecipePictures) return tooManyPictures
  const drawn = drawingBytes(pages.map(({ recipe }) => recipe ?? null))
  return drawn > limits.zineDrawingBytes ? drawingsTooLarge : undefined
}

/** A check of a list of pages. Some are only the URLs of their pictures. */
export function checkRecipes({ value, issues }: z.core.ParsePayload<(RecipePage | string)[]>) {
  const message = recipesProblem(value.filter((page) => typeof page !== 'string'))
  if (message) issues.push({ code: 'custom', input: value, message })
}
