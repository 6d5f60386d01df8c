import {
  clip,
  degrees,
  endPath,
  type PDFImage,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
} from '@cantoo/pdf-lib'
import { type Box, fitted, type LaidCell } from '../imposition/cells.ts'
import { points } from './points.ts'

/** A PDF counts upwards from the lower edge. */
function boxOn(page: PDFPage, { x, y, width, height }: Box): Box {
  return {
    x: points(x),
    y: page.getHeight() - points(y + height),
    width: points(width),
    height: points(height),
  }
}

/** One picture in its cell, whole; what moves towards the spine does not reach the page beside it. */
export function drawPicture(page: PDFPage, image: PDFImage, { box, area, isTurned }: LaidCell) {
  const paper = boxOn(page, area)
  const { x, y, width, height } = boxOn(page, fitted(box, image))
  page.pushOperators(
    pushGraphicsState(),
    rectangle(paper.x, paper.y, paper.width, paper.height),
    clip(),
    endPath(),
  )
  // What is turned is drawn from its other corner.
  if (isTurned) page.drawImage(image, { x: x + width, y: y + height, width, height, rotate: degrees(180) })
  else page.drawImage(image, { x, y, width, height })
  page.pushOperators(popGraphicsState())
}
