import { NO_INK } from '../inks.ts'
import { letters, textWidth } from '../letters.ts'
import { photo } from '../pictures.ts'
import { isArabic } from '../scripts.ts'
import { closedPath, disc, line, path, rect } from '../shapes.ts'
import type { Sheet } from '../sheet.ts'
import { fittedText } from '../typesetting.ts'
import { capHeight, type Voice } from '../voices.ts'
import { fitText, wrapForPoster } from '../wrapping.ts'

/** Words as large as the sheet allows. */
export function drawPoster(sheet: Sheet): void {
  if (sheet.page) drawInside(sheet)
  else drawCover(sheet)
}

const LINE_GAP = 14
const FOOTER = 70

function drawCover(sheet: Sheet): void {
  const { width, height, margin, innerHeight, random } = sheet
  const voice = sheet.pick(['tall', 'chunk', 'didone', 'fat', 'groovy'] as const)
  const lines = titleLines(sheet, voice)
  const total = lines.reduce((sum, each) => sum + each.room, 0) + LINE_GAP * (lines.length - 1)
  const available = innerHeight - FOOTER
  const scale = total > available ? available / total : 1
  const spare = available - total * scale
  const pattern = Math.floor(random() * 3)

  drawPattern(sheet, pattern)
  let y = margin + (spare > 120 ? 0 : spare / 2)
  for (const each of lines) y = drawTitleLine(sheet, y, { ...each, voice, scale })
  if (spare > 200) {
    const radius = Math.min(spare * 0.46, sheet.innerWidth * 0.46)
    const centre = y + (height - margin - FOOTER - y) / 2
    const { keyInk, spotInk } = sheet
    sheet.inSpot(disc([width / 2 + 8, centre, radius * 0.98], pattern === 0 ? NO_INK : spotInk))
    sheet.inKey(
      disc([width / 2, centre, radius], NO_INK),
      photo(sheet.subject, [width / 2, centre, radius * 0.92], {
        ink: keyInk,
        pitch: 9,
        mode: 'line',
        angle: -30,
      }),
    )
  }
  drawFooter(sheet)
}

type TitleLine = { text: string; size: number; room: number }

function titleLines(sheet: Sheet, voice: Voice): TitleLine[] {
  const shrink = isArabic(sheet.title) ? 0.84 : 1
  return wrapForPoster(sheet.title).map((text) => {
    const widest = (sheet.innerWidth / textWidth(text, voice, 100)) * 100
    const size = Math.min(widest, sheet.height * 0.36) * shrink
    return { text, size, room: size * capHeight(voice, text) * lineRoom(text) }
  })
}

/** Arabic needs room for its marks. */
const lineRoom = (text: string) => (isArabic(text) ? 1.3 : 1)

function drawTitleLine(sheet: Sheet, y: number, line: TitleLine & { voice: Voice; scale: number }): number {
  const { text, voice, scale } = line
  const size = line.size * scale
  const tall = size * capHeight(voice, text)
  const arabic = isArabic(text)
  const stretch = arabic ? 1 : Math.min(1.6, sheet.innerWidth / textWidth(text, voice, size))
  const baseline = y + tall * (arabic ? 1.16 : 1)
  sheet.inKey(
    letters([sheet.width / 2, baseline], text, { voice, size, align: 'middle', fill: sheet.keyInk, stretch }),
  )
  return y + tall * lineRoom(text) + LINE_GAP * scale
}

function drawPattern(sheet: Sheet, pattern: number): void {
  const { width, height, margin, innerWidth, innerHeight, spotInk } = sheet
  if (pattern === 0) sheet.inSpot(rect([margin, margin, innerWidth, innerHeight], spotInk))
  else if (pattern === 1) drawStripes(sheet)
  else {
    for (let radius = width * 0.92; radius > 40; radius -= 62) {
      const ink = Math.round(radius / 62) % 2 ? NO_INK : spotInk
      sheet.inSpot(disc([width * 0.5, height * 0.62, radius], ink))
    }
  }
  const frame = [
    rect([-60, -60, width + 120, margin + 60], NO_INK),
    rect([-60, height - margin, width + 120, margin + 60], NO_INK),
    rect([-60, 0, margin + 60, height], NO_INK),
    rect([width - margin, 0, margin + 60, height], NO_INK),
  ]
  sheet.inSpot(`<g>${frame.join('')}</g>`)
}

function drawStripes({ width, margin, innerHeight, spotInk, inSpot }: Sheet): void {
  const at = (stripe: number) => margin + (innerHeight * stripe) / 16
  for (let stripe = 0; stripe < 16; stripe++) {
    inSpot(
      path(
        closedPath([
          [margin, at(stripe)],
          [width - margin, at(stripe - 1.2)],
          [width - margin, at(stripe - 0.7)],
          [margin, at(stripe + 0.5)],
        ]),
        spotInk,
      ),
    )
  }
}

function drawFooter({ width, height, margin, innerWidth, subtitle, keyInk, inKey, inSpot }: Sheet): void {
  const top = height - margin - 52
  inKey(
    rect([margin, top, innerWidth, 52], keyInk),
    letters([width / 2, height - margin - 17], subtitle, {
      size: 30,
      align: 'middle',
      fill: NO_INK,
      tracking: 40,
    }),
  )
  inSpot(rect([margin, top, innerWidth, 52], NO_INK))
}

function drawInside(sheet: Sheet): void {
  const { width, height, margin, innerWidth, page, keyInk, spotInk } = sheet
  const text = fitText(sheet.text, 'sans', { width: innerWidth, height: height * 0.62, largest: 420 })
  const top = height - margin - text.height + text.size * 0.12
  const moonX = width * (0.3 + 0.12 * page)
  const moonY = height * 0.36 - page * 26
  sheet.inSpot(disc([moonX, moonY, width * (0.2 + page * 0.06)], spotInk))
  if (page > 2) sheet.inSpot(disc([moonX + 60, moonY - 40, width * (0.16 + page * 0.05)], NO_INK))
  sheet.inKey(
    fittedText([margin, top], text, { voice: 'sans', width: innerWidth, fill: keyInk }),
    letters([margin, margin + 34], sheet.heading, { size: 36, fill: keyInk }),
    line([margin, margin + 60], [width - margin, margin + 60], { ink: keyInk, weight: 5 }),
  )
}
