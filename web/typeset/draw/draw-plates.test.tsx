import { expect, test } from 'vitest'
import type { PageRecipe } from '#contract/page-recipe.ts'
import { type Drawing, inkValues } from '../drawing.ts'
import { exampleRecipe } from '../example-recipe.testing.ts'
import { loadType } from '../fonts/type-styles.ts'
import { paperColourValues } from '../paper-colours.ts'
import { examplePicture } from '../references/example-pictures.testing.ts'
import { comics, templatePages, treatments } from '../references/reference-recipes.testing.ts'
import { covers, scripts } from '../references/reference-scripts.testing.ts'
import { layoutPage } from '../templates/layout-page.ts'
import { drawPage } from './draw-page.ts'
import { drawPicturePlates, drawPlates, measurePlate, type PlateSettings, type Plates } from './draw-plates.ts'
import { openPen } from './pen.ts'

const size = { width: 292, height: 413 }
const dots: PlateSettings = { photoInks: ['black'], isContinuous: false }

async function layOut(recipe: PageRecipe) {
  await loadType(recipe)
  const pictures = await Promise.all(recipe.pictures.map(examplePicture))
  return { drawing: layoutPage(recipe, size), pictures }
}

const toColour = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)

/** What a press prints: each ink darkens the paper and the inks below where its plate is black. */
function overprint({ paper }: Drawing, { shares }: Plates) {
  const inks = [...shares].map(([ink, plate]) => ({ colour: toColour(inkValues[ink]), plate }))
  return (pixel: number) =>
    toColour(paperColourValues[paper]).map((light, channel) =>
      inks.reduce((below, { colour, plate }) => {
        const share = (plate[pixel] ?? 0) / 255
        return below * (1 - share * (1 - (colour[channel] ?? 1)))
      }, light * 255),
    )
}

const recipes = { ...templatePages, ...comics, ...covers, ...treatments, arabic: scripts.arabic }
const inInks = Object.entries(recipes).filter(([, { treatment }]) => treatment !== 'unchanged')

test.each(inInks)('the plates of %s, printed in their inks on its paper, are the page', async (_name, recipe) => {
  const { drawing, pictures } = await layOut({ ...recipe, isTextured: false })
  const pen = openPen(new OffscreenCanvas(size.width, size.height))
  drawPage(pen, drawing, pictures)
  const { data } = pen.getImageData(0, 0, size.width, size.height)
  const printed = overprint(drawing, await drawPlates({ ...drawing, isTextured: true }, pictures, dots))
  let largest = 0
  for (let pixel = 0; pixel < data.length / 4; pixel += 1)
    for (const [channel, value] of printed(pixel).entries())
      largest = Math.max(largest, Math.abs(value - (data[pixel * 4 + channel] ?? 0)))
  expect(largest, 'difference of a pixel, of 255').toBeLessThan(4)
})

const mean = (plate = new Uint8Array(1)) => plate.reduce((sum, share) => sum + share, 0) / plate.length

test('photos go to the chosen ink, or their darks to one and their mid-tones to another', async () => {
  const recipe = { ...templatePages['unchanged-picture'], inks: ['pink'] } as PageRecipe
  const { drawing, pictures } = await layOut(recipe)
  const platesIn = (...photoInks: PlateSettings['photoInks']) => drawPlates(drawing, pictures, { ...dots, photoInks })
  const { shares: withoutPhoto } = await drawPlates(drawing, [], dots)
  const inBlue = await platesIn('blue')
  expect([...inBlue.shares.keys()]).toEqual(['pink', 'blue'])
  expect(mean(inBlue.shares.get('blue'))).toBeGreaterThan(20)
  expect(mean(inBlue.shares.get('pink'))).toBeLessThan(mean(withoutPhoto.get('pink')) + 5)
  const split = await platesIn('blue', 'pink')
  expect(mean(split.shares.get('pink'))).toBeGreaterThan(mean(split.shares.get('blue')))
})

test('continuous plates have the tones of dots, but greys, and text stays solid', async () => {
  const { drawing, pictures } = await layOut({ ...templatePages.picture, inks: ['black'] } as PageRecipe)
  const greysIn = (plate: Uint8Array = new Uint8Array()) => plate.filter((share) => share > 60 && share < 195).length
  const plateOf = async (isContinuous: boolean) =>
    (await drawPlates(drawing, pictures, { ...dots, isContinuous })).shares.get('black')
  const [dotted, grey] = [await plateOf(false), await plateOf(true)]
  expect(Math.abs(mean(dotted) - mean(grey))).toBeLessThan(8)
  expect(greysIn(grey)).toBeGreaterThan(greysIn(dotted) * 1.5)
  expect(grey?.includes(255)).toBe(true)
})

test('an uploaded page becomes plates of its size, and solids at the edge are measured', async () => {
  const canvas = new OffscreenCanvas(200, 100)
  const pen = openPen(canvas)
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, 200, 100)
  pen.fillStyle = '#000'
  pen.fillRect(0, 0, 150, 100)
  const { width, height, shares } = drawPicturePlates(await createImageBitmap(canvas), { ...dots, photoInks: ['teal'] })
  expect([width, height, [...shares.keys()]]).toEqual([200, 100, ['teal']])
  const { coverage, reachesEdge } = measurePlate(shares.get('teal') ?? new Uint8Array(), { width, height })
  expect(coverage).toBeCloseTo(0.75, 1)
  expect(reachesEdge).toBe(true)
  const { drawing } = await layOut(exampleRecipe({ inks: ['black'] }))
  const text = await drawPlates(drawing, [], dots)
  expect(measurePlate(text.shares.get('black') ?? new Uint8Array(), text).reachesEdge).toBe(false)
})
