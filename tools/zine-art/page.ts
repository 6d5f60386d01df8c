import { PAPERS, separate } from './inks.ts'
import { printOnPaper } from './press.ts'
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
  const { sheet, spot, key, definitions } = startSheet(zine, page)
  DRAW[zine.style](sheet)
  return printOnPaper({
    size: PAGE_SIZES[zine.ratio],
    paper: PAPERS[zine.paper],
    inks: separate(zine.inks),
    seed: sheet.seed,
    page,
    definitions: definitions.join(''),
    spot: spot.join(''),
    key: key.join(''),
  })
}

function startSheet(zine: PrintedZine, page: number) {
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
