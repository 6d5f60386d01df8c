import { type Circle, type Point, TAU, tenth } from '../geometry.ts'
import { NO_INK } from '../inks.ts'
import { letters, textWidth } from '../letters.ts'
import { photo, silhouette } from '../pictures.ts'
import { cycle } from '../random.ts'
import { clipped, closedPath, disc, line, path, rect, star, stroke } from '../shapes.ts'
import { defineClip, folio, type Sheet, TINTS } from '../sheet.ts'
import { fittedText } from '../typesetting.ts'
import { capHeight } from '../voices.ts'
import { WORDS } from '../words.ts'
import { fitText } from '../wrapping.ts'

/** A poster for a band you have not heard yet. */
export function drawGig(sheet: Sheet): void {
  const { margin, innerWidth, innerHeight } = sheet
  const frame = `<rect x="${margin}" y="${margin}" width="${innerWidth}" height="${innerHeight}"/>`
  const clip = defineClip(sheet, 'gc', frame)
  if (sheet.page) drawLineUp(sheet)
  else drawCover(sheet, clip)
}

function drawCover(sheet: Sheet, clip: string): void {
  const { width, height, margin, innerWidth, innerHeight, random, keyInk } = sheet
  const rays = random() > 0.45
  drawBackground(sheet, clip, rays)
  drawStar(sheet, [width / 2, height * 0.5, width * 0.3], rays)
  drawTitle(sheet)
  drawDoors(sheet)
  sheet.inKey(rect([margin, margin, innerWidth, innerHeight], 'none', stroke(keyInk, 8)))
}

function drawBackground(sheet: Sheet, clip: string, rays: boolean): void {
  const { width, height, margin, spotInk } = sheet
  const reach = Math.hypot(width, height) / 2
  const centre: Point = [width / 2, height * 0.5]
  const spot = rays ? twistedRays(centre, reach, spotInk) : rect([margin, margin, width, height], spotInk)
  const key = rays ? '' : wavyRings(centre, reach, sheet.keyInk)
  sheet.inSpot(clipped(spot, clip))
  sheet.inKey(clipped(key, clip))
}

const RAYS = 28

function twistedRays([x, y]: Point, reach: number, ink: string): string {
  const edge = (angle: number) => {
    const points: Point[] = []
    for (let radius = 150; radius < reach; radius += 36) {
      const twisted = angle + Math.sin(radius / 130) * 0.16
      points.push([x + radius * Math.cos(twisted), y + radius * Math.sin(twisted)])
    }
    return points
  }
  const rays = Array.from({ length: RAYS }, (_, index) => {
    const from = (index / RAYS) * TAU
    const to = from + TAU / RAYS / 2
    return path(closedPath([...edge(from), ...edge(to).reverse()]), ink)
  })
  return rays.join('')
}

function wavyRings([x, y]: Point, reach: number, ink: string): string {
  let rings = ''
  for (let radius = reach; radius > 200; radius -= 46) {
    const points = Array.from({ length: 90 }, (_, index): Point => {
      const angle = (index / 90) * TAU
      const wave = radius + 20 * Math.sin(angle * 7 + radius / 40)
      return [x + wave * Math.cos(angle), y + wave * Math.sin(angle)]
    })
    rings += path(closedPath(points), 'none', stroke(ink, tenth(4 + 9 * (1 - radius / reach))))
  }
  return rings
}

function drawStar(sheet: Sheet, [x, y, radius]: Circle, rays: boolean): void {
  const { subject, keyInk, spotInk } = sheet
  sheet.inSpot(disc([x + 8, y + 6, radius], NO_INK))
  sheet.inKey(
    disc([x, y, radius], NO_INK, stroke(keyInk, 14)),
    photo(subject, [x, y, radius * 0.84], { ink: keyInk, pitch: 9, angle: 20, mode: 'line', gain: 1.1 }),
  )
  sheet.inSpot(silhouette(subject, [x + 10, y + 8, radius * 0.84], rays ? TINTS.spot : spotInk))
}

function drawTitle(sheet: Sheet): void {
  const { height, margin, innerWidth, keyInk, spotInk } = sheet
  const width = innerWidth - 70
  const title = fitText(sheet.title, 'groovy', { width, height: height * 0.22, largest: 230, maxLines: 2 })
  const style = { voice: 'groovy', align: 'middle', width } as const
  const top = margin + 26
  sheet.inSpot(fittedText([margin + 35, top + 8], title, { ...style, fill: NO_INK, halo: 34 }))
  sheet.inKey(fittedText([margin + 35, top], title, { ...style, fill: keyInk, halo: 26 }))
  sheet.inSpot(fittedText([margin + 43, top + 9], title, { ...style, fill: spotInk }))
}

function drawDoors(sheet: Sheet): void {
  const { width, height, margin, innerWidth, subtitle, keyInk } = sheet
  const bottom = height - margin
  const { size } = fitText(subtitle, 'tall', { width: innerWidth - 60, height: 86, largest: 92, maxLines: 1 })
  const white = { align: 'middle', fill: NO_INK } as const
  sheet.inSpot(rect([margin, bottom - 150, innerWidth, 150], NO_INK))
  sheet.inKey(
    rect([margin, bottom - 150, innerWidth, 150], keyInk),
    letters([width / 2, bottom - 66], subtitle, { ...white, voice: 'tall', size }),
    letters([width / 2, bottom - 24], WORDS.gigDoors, { ...white, size: 26 }),
  )
}

const BAND_VOICES = ['tall', 'groovy', 'fat', 'didone', 'chunk'] as const
const BANNER = 150
const GAP = 34

/** The bands, each as wide as the sheet, and the subject in what room they leave. */
function drawLineUp(sheet: Sheet): void {
  const { height, margin, innerWidth, keyInk, spotInk } = sheet
  sheet.inSpot(rect([margin, margin, innerWidth, BANNER], spotInk))
  sheet.inKey(
    letters([margin + 26, margin + BANNER - 40], sheet.heading, { voice: 'groovy', size: 120, fill: keyInk }),
  )
  const top = margin + BANNER + 36
  const available = height - margin - top - 120
  const bands = bandsOf(sheet, available)
  const total = bands.reduce((sum, band) => sum + band.size * capHeight(band.voice) + GAP, 0)
  const scale = Math.min(1, available / total)
  const spread = Math.max(GAP * scale, (available - total) / bands.length)
  const roomForPicture = spread > 84
  if (roomForPicture) drawHeadliner(sheet, Math.min((available - total) * 0.42, 300))
  drawBands(sheet, bands, { top, scale, gap: roomForPicture ? GAP : spread })
  drawStarRow(sheet)
}

type Band = { name: string; voice: (typeof BAND_VOICES)[number]; size: number }

function bandsOf({ text, page, innerWidth }: Sheet, available: number): Band[] {
  return text.split(/ · |(?<=\.) /).map((name, index) => {
    const voice = cycle(BAND_VOICES, index * 2 + page)
    const widest = (innerWidth / textWidth(name, voice, 100)) * 100
    const size = Math.min(300, widest, (available * 0.6) / capHeight(voice))
    return { name: name.replace(/\.$/, ''), voice, size }
  })
}

function drawHeadliner(
  { width, height, margin, subject, keyInk, spotInk, inKey, inSpot }: Sheet,
  radius: number,
) {
  const y = height - margin - radius - 100
  inSpot(disc([width / 2, y, radius], spotInk))
  inKey(photo(subject, [width / 2, y, radius * 0.86], { ink: keyInk, pitch: 10, mode: 'line', angle: 20 }))
}

type Column = { top: number; scale: number; gap: number }

function drawBands(sheet: Sheet, bands: Band[], { top, scale, gap }: Column): void {
  const { width, keyInk, spotInk } = sheet
  let y = top
  for (const [index, { name, voice, size: fullSize }] of bands.entries()) {
    const size = fullSize * scale
    const baseline = y + size * capHeight(voice)
    const style = { voice, size, align: 'middle' } as const
    sheet.inKey(letters([width / 2, baseline], name, { ...style, fill: keyInk }))
    if (index % 2 === 0) {
      sheet.inSpot(letters([width / 2 + 9, baseline + 8], name, { ...style, fill: spotInk }))
    }
    y = baseline + gap
  }
}

function drawStarRow(sheet: Sheet): void {
  const { width, height, margin, innerWidth, keyInk, spotInk } = sheet
  const bottom = height - margin
  sheet.inKey(line([margin, bottom - 70], [width - margin, bottom - 70], { ink: keyInk, weight: 6 }))
  for (let index = 0; index < 8; index++) {
    sheet.inSpot(star([margin + 50 + (index * (innerWidth - 100)) / 7, bottom - 36, 24], spotInk))
  }
  folio(sheet, [width / 2, height - 24])
}
