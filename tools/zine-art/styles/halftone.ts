import { type Box, clamp } from '../geometry.ts'
import { NO_INK } from '../inks.ts'
import { letters, textWidth } from '../letters.ts'
import { photo, silhouette } from '../pictures.ts'
import { cycle } from '../random.ts'
import { screen } from '../screens.ts'
import { disc, rect } from '../shapes.ts'
import { folio, type Sheet, TINTS } from '../sheet.ts'
import { fittedText, paragraph } from '../typesetting.ts'
import { fitText } from '../wrapping.ts'

/** A photograph blown up until its dots show. */
export function drawHalftone(sheet: Sheet): void {
  if (sheet.page) drawInside(sheet)
  else drawCover(sheet)
}

const BACKDROPS = ['sun', 'porthole', 'block'] as const

function drawCover(sheet: Sheet): void {
  const { width, height, margin, innerWidth, keyInk, spotInk, random } = sheet
  const backdrop = cycle(BACKDROPS, Math.floor(random() * 3))
  const voice = sheet.pick(['tall', 'sans', 'fat'] as const)
  const titleOnTop = random() > 0.5
  const title = fitText(sheet.title, voice, { width: innerWidth, height: height * 0.3, largest: 330 })
  const titleTop = titleOnTop ? margin + 6 : height - margin - title.height + title.size * 0.1
  const centre = titleOnTop
    ? margin + title.height + (height - margin - title.height) * 0.49
    : (height - title.height) * 0.47
  const radius = Math.min(width * 0.46, (height - title.height - margin * 2) * 0.48)

  drawBackdrop(sheet, backdrop, { centre, radius, titleHeight: title.height, titleOnTop })
  sheet.inKey(
    photo(sheet.subject, [width / 2, centre, radius * 0.96], { ink: keyInk, pitch: 8.6, angle: 45 }),
    fittedText([margin, titleTop], title, { voice, width: innerWidth, fill: keyInk }),
  )
  if (random() > 0.4) {
    sheet.inSpot(fittedText([margin + 7, titleTop + 6], title, { voice, width: innerWidth, fill: spotInk }))
  }
  drawSubtitle(sheet, titleOnTop ? height - margin - 8 : margin + 34)
}

type Scene = { centre: number; radius: number; titleHeight: number; titleOnTop: boolean }

function drawBackdrop(sheet: Sheet, backdrop: (typeof BACKDROPS)[number], scene: Scene): void {
  const { width, height, margin, innerWidth, innerHeight, spotInk, subject } = sheet
  const { centre, radius, titleHeight, titleOnTop } = scene
  if (backdrop === 'sun') {
    sheet.inSpot(disc([width * 0.5 + 14, centre, radius * 0.98], spotInk))
    drawGlow(sheet, scene)
    return
  }
  if (backdrop === 'porthole') {
    sheet.inSpot(
      rect([margin, margin, innerWidth, innerHeight], spotInk),
      disc([width * 0.5, centre, radius * 1.02], NO_INK),
    )
  } else {
    const top = titleOnTop ? margin + titleHeight + 10 : margin
    sheet.inSpot(rect([margin, top, innerWidth, height - 2 * margin - titleHeight - 10], spotInk))
  }
  if (backdrop === 'block') {
    sheet.inSpot(silhouette(subject, [width / 2 - 4, centre, radius * 0.96], NO_INK, { level: 0.03 }))
  }
}

function drawGlow(sheet: Sheet, { centre, radius, titleHeight, titleOnTop }: Scene): void {
  const { width, height, margin, innerWidth, keyInk, subject } = sheet
  const top = titleOnTop ? margin + titleHeight + 20 : margin
  const area: Box = [margin, top, innerWidth, height - 2 * margin - titleHeight - 20]
  const darkness = (x: number, y: number) => {
    const near = Math.hypot(x - width / 2, y - centre) < radius * 1.2
    return 0.05 + 0.3 * clamp((y - centre) / radius + 0.35) * (near ? 1 : 0.4)
  }
  sheet.inKey(
    screen(darkness, area, { ink: keyInk, pitch: 13, angle: 15 }),
    silhouette(subject, [width / 2, centre, radius * 0.96], NO_INK),
  )
}

function drawSubtitle({ margin, subtitle, keyInk, inKey, inSpot }: Sheet, baseline: number): void {
  const label: Box = [margin, baseline - 34, textWidth(subtitle, 'type', 30) + 32, 48]
  inSpot(rect(label, NO_INK))
  inKey(rect(label, NO_INK), letters([margin + 14, baseline], subtitle, { size: 30, fill: keyInk }))
}

const PICTURE_HEIGHT = { '1:1': 0.58, '4:5': 0.62, '9:16': 0.7 }
const TEXT_SIZE = { '1:1': 40, '4:5': 50, '9:16': 62 }
const ZOOMS = [1.5, 1.05, 1.9, 1.2]

function drawInside(sheet: Sheet): void {
  const { width, height, margin, innerWidth, page, keyInk, spotInk, random } = sheet
  const pictureHeight = height * PICTURE_HEIGHT[sheet.ratio]
  const picture: Box = [margin, margin, innerWidth, pictureHeight]
  const x = width * (0.5 + (random() - 0.5) * 0.3)
  const y = margin + pictureHeight * (0.5 + (random() - 0.5) * 0.25)

  sheet.inSpot(rect(picture, page % 3 === 2 ? TINTS.spot : spotInk))
  if (page % 3 === 1) {
    const moonX = width * (0.3 + random() * 0.4)
    sheet.inSpot(disc([moonX, margin + pictureHeight * 0.4, pictureHeight * 0.34], NO_INK))
  }
  sheet.inKey(
    photo(sheet.subject, [x, y, width * 0.42 * cycle(ZOOMS, page)], {
      ink: keyInk,
      ...(page % 2 === 0
        ? { pitch: 12, angle: 0, mode: 'line' as const }
        : { pitch: 9, angle: 45, mode: 'dot' as const }),
      clip: picture,
      rotation: (random() - 0.5) * 0.7,
      flip: random() > 0.5 ? 1 : -1,
      background: (_x, y) => 0.1 + 0.25 * clamp((y - margin) / pictureHeight - 0.4),
    }),
  )
  drawWords(sheet, margin + pictureHeight)
}

function drawWords(sheet: Sheet, top: number): void {
  const { margin, innerWidth, keyInk, spotInk } = sheet
  const heading = fitText(sheet.heading, 'tall', {
    width: innerWidth,
    height: 110,
    largest: 100,
    maxLines: 1,
  })
  const style = { voice: 'tall', width: innerWidth } as const
  sheet.inKey(fittedText([margin, top + 36], heading, { ...style, fill: keyInk }))
  sheet.inSpot(fittedText([margin + 5, top + 40], heading, { ...style, fill: spotInk }))
  const text = paragraph([margin, top + 62 + heading.height], sheet.text, {
    size: TEXT_SIZE[sheet.ratio],
    width: innerWidth,
    fill: keyInk,
    maxLines: 6,
  })
  sheet.inKey(text.svg)
  folio(sheet, [sheet.width - margin - 10, sheet.height - 26])
}
