import { tenth } from './geometry.ts'
import { inkDensity, SPECK_TILE, speckTile } from './grain.ts'
import { PAPERS, separate } from './inks.ts'
import { hashText, type Random, randomFrom } from './random.ts'
import type { Sheet } from './sheet.ts'
import { drawBotanical } from './styles/botanical.ts'
import { drawCollage } from './styles/collage.ts'
import { drawComics } from './styles/comics.ts'
import { drawDiagram } from './styles/diagram.ts'
import { drawGig } from './styles/gig.ts'
import { drawHalftone } from './styles/halftone.ts'
import { drawMap } from './styles/map.ts'
import { drawNewsletter } from './styles/newsletter.ts'
import { drawPerzine } from './styles/perzine.ts'
import { drawPoster } from './styles/poster.ts'
import { drawRansom } from './styles/ransom.ts'
import { drawRecipe } from './styles/recipe.ts'
import { drawStitch } from './styles/stitch.ts'
import { tintPatterns } from './tint-patterns.ts'
import { PAGE_SIZES, type PrintedZine, type Style } from './zine.ts'

const DRAW: Record<Style, (sheet: Sheet) => void> = {
  halftone: drawHalftone,
  poster: drawPoster,
  comics: drawComics,
  botanical: drawBotanical,
  ransom: drawRansom,
  map: drawMap,
  recipe: drawRecipe,
  gig: drawGig,
  diagram: drawDiagram,
  perzine: drawPerzine,
  collage: drawCollage,
  newsletter: drawNewsletter,
  stitch: drawStitch,
}

/**
 * Draws a page as a two-ink riso print and answers its SVG; page 0 is the cover.
 * The same zine and page always give the same bytes: chance is seeded by the zine's id, letters are outlines.
 */
export function renderPage(zine: PrintedZine, page = 0): string {
  const print = startPrint(zine, page)
  DRAW[zine.style](print.sheet)
  const seed = print.sheet.seed + page
  return printOnPaper({
    size: PAGE_SIZES[zine.ratio],
    paper: PAPERS[zine.paper],
    seed,
    grainOffset: [print.sheet.seed % SPECK_TILE, (print.sheet.seed >> 8) % SPECK_TILE],
    random: randomFrom(print.sheet.seed + page * 7919),
    definitions: tintPatterns(print.sheet.spotInk, print.sheet.keyInk) + print.definitions.join(''),
    spot: print.spot.join(''),
    key: print.key.join(''),
  })
}

function startPrint(zine: PrintedZine, page: number) {
  const spot: string[] = []
  const key: string[] = []
  const definitions: string[] = []
  const [width, height] = PAGE_SIZES[zine.ratio]
  const margin = 46
  const seed = hashText(zine.id)
  const random = randomFrom(seed * 3 + page * 104729 + 11)
  const inks = separate(zine.inks)
  const inside = zine.inside[page - 1]
  let ids = 0
  const sheet: Sheet = {
    width,
    height,
    margin,
    innerWidth: width - 2 * margin,
    innerHeight: height - 2 * margin,
    ratio: zine.ratio,
    page,
    seed,
    random,
    pick: (list) => pickFrom(list, random),
    keyInk: inks.key,
    spotInk: inks.spot,
    language: zine.language,
    title: zine.title,
    subtitle: zine.sub,
    description: zine.description,
    heading: inside?.head ?? '',
    text: inside?.text ?? '',
    subject: inside?.subject ?? zine.subject,
    zineSubject: zine.subject,
    inKey: (...svg) => key.push(...svg),
    inSpot: (...svg) => spot.push(...svg),
    define: (svg) => definitions.push(svg),
    nextId: () => `${page}${ids++}`,
  }
  return { sheet, spot, key, definitions }
}

function pickFrom<T>(list: readonly T[], random: Random): T {
  const picked = list[Math.floor(random() * list.length)]
  if (picked === undefined) throw new RangeError('nothing to pick from')
  return picked
}

type Print = {
  size: readonly [width: number, height: number]
  paper: string
  seed: number
  grainOffset: [x: number, y: number]
  random: Random
  definitions: string
  spot: string
  key: string
}

/** Multiplies both separations over the paper, each with its own grain and a little out of register. */
function printOnPaper({ size, paper, seed, grainOffset, random, definitions, spot, key }: Print): string {
  const [width, height] = size
  const middle = `${width / 2} ${height / 2}`
  const shiftX = misregistration(random())
  const shiftY = misregistration(random())
  const tilt = (random() - 0.5) * 0.5
  const spotTransform = `translate(${tenth(shiftX)} ${tenth(shiftY)}) rotate(${tilt.toFixed(2)} ${middle})`
  const keyTransform = `rotate(${(-tilt * 0.4).toFixed(2)} ${middle})`
  const grain =
    grainMask('gs', size, inkDensity(seed, 0.3)) + grainMask('gk', size, inkDensity(seed + 31, 0.2))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<defs>${grainPattern(grainOffset)}${grain}${definitions}</defs>`,
    `<rect width="${width}" height="${height}" fill="${paper}"/>`,
    `<g style="mix-blend-mode:multiply" mask="url(#gs)"><g transform="${spotTransform}">${spot}</g></g>`,
    `<g style="mix-blend-mode:multiply" mask="url(#gk)"><g transform="${keyTransform}">${key}</g></g>`,
    '</svg>',
  ].join('')
}

/** 2.5 to 7 units to either side: never quite right, never unreadable. */
const misregistration = (chance: number) => (chance < 0.5 ? -1 : 1) * (2.5 + Math.abs(chance - 0.5) * 9)

function grainMask(id: string, [width, height]: Print['size'], density: string): string {
  const area = `x="-60" y="-60" width="${width + 120}" height="${height + 120}"`
  const bands = `<image href="${density}" ${area} preserveAspectRatio="none"/>`
  return `<mask id="${id}" maskUnits="userSpaceOnUse" ${area}>${bands}<rect ${area} fill="url(#grain)"/></mask>`
}

function grainPattern([x, y]: [number, number]): string {
  const size = `width="${SPECK_TILE}" height="${SPECK_TILE}"`
  const tile = `<image href="${speckTile()}" ${size}/>`
  return `<pattern id="grain" ${size} patternUnits="userSpaceOnUse" x="${x}" y="${y}">${tile}</pattern>`
}
