import type { Box, Circle } from '../geometry.ts'
import { NO_INK } from '../inks.ts'
import { letters } from '../letters.ts'
import { drawing, flatPicture, silhouette } from '../pictures.ts'
import { sentencesOf } from '../scripts.ts'
import { line, path, rect, stroke } from '../shapes.ts'
import type { Sheet } from '../sheet.ts'
import { fittedText } from '../typesetting.ts'
import { fitText } from '../wrapping.ts'
import { drawPartLetters } from './diagram-parts.ts'
import { drawStep } from './diagram-step.ts'

/** Instructions on graph paper. */
export function drawDiagram(sheet: Sheet): void {
  drawGraphPaper(sheet)
  if (sheet.page) drawSteps(sheet)
  else drawCover(sheet)
}

function drawGraphPaper(sheet: Sheet): void {
  const { width, height, margin, innerWidth, innerHeight, keyInk, spotInk } = sheet
  let grid = ''
  for (let x = margin; x <= width - margin + 1; x += 30) grid += `M${x} ${margin}V${height - margin}`
  for (let y = margin; y <= height - margin + 1; y += 30) grid += `M${margin} ${y}H${width - margin}`
  sheet.inSpot(path(grid, 'none', stroke(spotInk, 1.6, 'opacity=".75"')))
  sheet.inKey(rect([margin, margin, innerWidth, innerHeight], 'none', stroke(keyInk, 4)))
}

function drawCover(sheet: Sheet): void {
  const { width, height, margin, innerWidth, subject, keyInk, spotInk } = sheet
  const titleWidth = innerWidth - 60
  const title = fitText(sheet.title, 'sans', {
    width: titleWidth,
    height: height * 0.22,
    largest: 140,
    maxLines: 3,
  })
  const top = margin + title.height + 64
  const bottom = height - margin - 92
  sheet.inSpot(rect([margin, margin, innerWidth, title.height + 64], NO_INK))
  sheet.inKey(
    fittedText([margin + 30, margin + 36], title, { voice: 'sans', width: titleWidth, fill: keyInk }),
    line([margin, top], [width - margin, top], { ink: keyInk, weight: 4 }),
  )

  const centre = (top + bottom) / 2
  const figure: Circle = [width / 2, centre, Math.min(width * 0.33, (bottom - top) * 0.4)]
  sheet.inSpot(
    silhouette(subject, figure, NO_INK),
    flatPicture(subject, [figure[0] + 14, centre + 10, figure[2]], spotInk),
  )
  sheet.inKey(silhouette(subject, figure, NO_INK), drawing(subject, figure, { ink: keyInk, weight: 6.5 }))
  drawPartLetters(sheet, figure, { top, bottom })
  drawFigureCaption(sheet, bottom)
}

function drawFigureCaption(sheet: Sheet, bottom: number): void {
  const { width, margin, innerWidth, subtitle, keyInk } = sheet
  const caption: Box = [margin, bottom + 16, innerWidth, 76]
  const style = { size: 36, fill: keyInk } as const
  sheet.inSpot(rect(caption, NO_INK))
  sheet.inKey(
    line([margin, bottom + 16], [width - margin, bottom + 16], { ink: keyInk, weight: 4 }),
    letters([margin + 30, bottom + 66], 'Fig. 1', style),
    letters([width - margin - 30, bottom + 66], subtitle, { ...style, align: 'right' }),
  )
}

function drawSteps(sheet: Sheet): void {
  const { width, height, margin, innerWidth, keyInk } = sheet
  const headingWidth = innerWidth - 60
  const heading = fitText(sheet.heading, 'sans', {
    width: headingWidth,
    height: 96,
    largest: 84,
    maxLines: 1,
  })
  const ruleY = margin + heading.height + 56
  sheet.inSpot(rect([margin, margin, innerWidth, heading.height + 56], NO_INK))
  sheet.inKey(
    fittedText([margin + 30, margin + 30], heading, { voice: 'sans', width: headingWidth, fill: keyInk }),
    line([margin, ruleY], [width - margin, ruleY], { ink: keyInk, weight: 4 }),
  )

  const steps = sentencesOf(sheet.text)
  const top = margin + heading.height + 86
  const rowHeight = (height - margin - 80 - top) / steps.length
  for (const [index, text] of steps.entries()) {
    drawStep(sheet, {
      text,
      index,
      isLast: index === steps.length - 1,
      top: top + rowHeight * index,
      rowHeight,
    })
  }
  const figure = `Fig. ${sheet.page + 1}`
  sheet.inKey(letters([margin + 30, height - margin - 24], figure, { size: 34, fill: keyInk }))
}
