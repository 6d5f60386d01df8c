import { type Box, type Circle, type Point, tenth } from '../geometry.ts'
import { INKS, NO_INK } from '../inks.ts'
import { letters, textWidth } from '../letters.ts'
import { drawing, flatPicture, silhouette } from '../pictures.ts'
import { cycle } from '../random.ts'
import {
  clipped,
  closedPath,
  disc,
  line,
  path,
  pointText,
  ROUND_JOINS,
  rect,
  star,
  stroke,
} from '../shapes.ts'
import { defineClip, type Sheet, TINTS } from '../sheet.ts'
import { wrap } from '../wrapping.ts'

type Content = { speech: string; index: number }

const ZOOMS = [1, 1.7, 0.8, 1.3]

/** One panel: a street by day or night, the subject on it, and what is said. */
export function drawPanel(sheet: Sheet, panel: Box, { speech, index }: Content): void {
  const [x, y, width, height] = panel
  const clip = defineClip(sheet, `p${sheet.page}${index}`, clipRect(panel))
  const night = (index + sheet.page) % 2 === 0
  const ground = y + height * 0.8
  const radius = Math.min(width, height) * 0.34 * cycle(ZOOMS, index + sheet.page)
  const actor: Circle = [x + width * (0.5 + (sheet.random() - 0.5) * 0.24), ground - radius * 0.62, radius]

  const set = night ? nightStreet(sheet, panel) : dayStreet(sheet, panel, ground)
  const street = line([x, ground], [x + width, ground], { ink: sheet.keyInk, weight: 5 })
  const spot = set.spot + actorSpot(sheet, actor, { night, index })
  const key = set.key + street + pavingLines(sheet, panel, ground) + actorKey(sheet, actor, index)
  sheet.inSpot(clipped(spot, clip))
  sheet.inKey(clipped(key, clip))
  if (speech) drawSpeech(sheet, panel, { speech, index })
  sheet.inKey(rect(panel, 'none', stroke(sheet.keyInk, 8)))
}

const clipRect = ([x, y, width, height]: Box) =>
  `<rect x="${tenth(x)}" y="${tenth(y)}" width="${tenth(width)}" height="${tenth(height)}"/>`

function nightStreet({ random, keyInk, spotInk }: Sheet, [x, y, width, height]: Box) {
  const moon = disc([x + width * 0.82, y + height * 0.5, height * 0.07], NO_INK)
  const stars = Array.from({ length: 9 }, () => {
    const at: Point = [x + random() * width, y + height * (0.3 + random() * 0.4)]
    return star([...at, 5 + random() * 5], keyInk, { points: 4, waist: 0.3 })
  })
  return { spot: rect([x, y, width, height], spotInk) + moon, key: stars.join('') }
}

function dayStreet({ random, spotInk }: Sheet, [x, y, width, height]: Box, ground: number) {
  const houses = Array.from({ length: 6 }, (_, index) => {
    const left = x + (width * (index + random() * 0.4)) / 6
    return rect([left, ground - height * (0.12 + random() * 0.3), width / 8, height], TINTS.key)
  })
  return {
    spot: rect([x, y, width, height], TINTS.spot) + rect([x, ground, width, height], spotInk),
    key: houses.join('') + rect([x, ground, width, height], NO_INK),
  }
}

function pavingLines({ random, keyInk }: Sheet, [x, , width, height]: Box, ground: number): string {
  const lines = Array.from({ length: 7 }, () => {
    const left = x + random() * width
    const y = ground + 12 + random() * height * 0.16
    return line([left, y], [left + 20 + random() * 60, y], { ink: keyInk, weight: 4 })
  })
  return lines.join('')
}

const facing = (index: number) => ({ flip: index % 2 ? -1 : 1 })

/** At night the subject is lit, except in yellow, which would not show against the sky. */
function actorSpot(sheet: Sheet, actor: Circle, { night, index }: { night: boolean; index: number }): string {
  const { page, spotInk, subject } = sheet
  const turn = facing(index)
  const lit = page && night && spotInk !== INKS.y.colour && index % 3
  if (lit) return silhouette(subject, actor, NO_INK, turn)
  const [x, y, radius] = actor
  const bare = silhouette(subject, actor, NO_INK, { ...turn, level: night ? 0.05 : 0 })
  return bare + flatPicture(subject, [x + 6, y + 5, radius], spotInk, turn)
}

const actorKey = ({ subject, keyInk }: Sheet, actor: Circle, index: number) =>
  silhouette(subject, actor, NO_INK, facing(index)) +
  drawing(subject, actor, { ink: keyInk, weight: 6, ...facing(index) })

/** The narrator speaks in a box, everybody else in a balloon. */
const isNarration = (speech: string) =>
  /\w+ (gets|rings|sits|hums|leans|opens?|stamps)|^No|^The|^Night|^They/.test(speech)

function drawSpeech(sheet: Sheet, [x, y, width, height]: Box, { speech, index }: Content): void {
  const { keyInk } = sheet
  const size = Math.min(46, height * 0.13)
  const wanted = Math.max(width * 0.5, textWidth(speech, 'comic', size) / 2 + 60)
  const lines = wrap(speech, 'comic', size, Math.min(width * 0.84, wanted) - 44)
  const w = Math.max(...lines.map((each) => textWidth(each, 'comic', size))) + 48
  const h = lines.length * size * 1.04 + 34
  const balloon: Box = [x + (index % 2 ? width - w - 22 : 22), y + 20, w, h]

  if (isNarration(speech)) drawCaptionBox(sheet, balloon)
  else drawBalloon(sheet, balloon)
  for (const [row, each] of lines.entries()) {
    const baseline: Point = [balloon[0] + w / 2, y + 40 + size * 0.74 + row * size * 1.04]
    sheet.inKey(letters(baseline, each, { voice: 'comic', size, align: 'middle', fill: keyInk }))
  }
}

function drawCaptionBox({ keyInk, inKey, inSpot }: Sheet, [x, y, w, h]: Box): void {
  const shape = closedPath([
    [x, y],
    [x + w, y],
    [x + w, y + h],
    [x, y + h],
  ])
  inSpot(path(shape, NO_INK))
  inKey(path(shape, NO_INK, stroke(keyInk, 5)))
}

function drawBalloon({ keyInk, inKey, inSpot }: Sheet, [x, y, w, h]: Box): void {
  const tail = [
    `M${pointText([x + w * 0.5, y + h - 4])}`,
    `L${pointText([x + w * 0.5 + 8, y + h + 44])}`,
    `L${pointText([x + w * 0.5 + 42, y + h - 4])}`,
  ].join('')
  const shape = [
    `M${pointText([x + 30, y])}H${tenth(x + w - 30)}`,
    `Q${pointText([x + w, y])} ${pointText([x + w, y + h / 2])}`,
    `T${pointText([x + w - 30, y + h])}H${tenth(x + 30)}`,
    `Q${pointText([x, y + h])} ${pointText([x, y + h / 2])}`,
    `T${pointText([x + 30, y])}Z`,
  ].join('')
  inSpot(path(shape + tail, NO_INK))
  inKey(
    path(shape, NO_INK, stroke(keyInk, 5)),
    path(tail, NO_INK, stroke(keyInk, 5, ROUND_JOINS)),
    rect([x + w * 0.5 + 2, y + h - 9, 36, 10], NO_INK),
  )
}
