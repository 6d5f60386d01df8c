import {
  clip,
  concatTransformationMatrix,
  drawObject,
  endPath,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
} from '@cantoo/pdf-lib'
import { type Box, fitted, type LaidCell } from '../imposition/cells.ts'
import type { Embedded } from './embed-picture.ts'
import { points } from './points.ts'

/** One picture in its cell, whole; what moves towards the spine does not reach the page beside it. */
export function drawPicture(page: PDFPage, picture: Embedded, { box, area, isTurned }: LaidCell) {
  const paper = boxOn(page, area)
  const { x, y, width, height } = boxOn(page, fitted(box, picture))
  page.pushOperators(
    pushGraphicsState(),
    rectangle(paper.x, paper.y, paper.width, paper.height),
    clip(),
    endPath(),
    // A picture is one unit wide and high. What is turned grows downwards from its other corner.
    isTurned
      ? concatTransformationMatrix(-width, 0, 0, -height, x + width, y + height)
      : concatTransformationMatrix(width, 0, 0, height, x, y),
    drawObject(page.node.newXObject('Picture', picture.ref)),
    popGraphicsState(),
  )
}

/** A PDF counts upwards from the lower edge. */
function boxOn(page: PDFPage, { x, y, width, height }: Box): Box {
  return {
    x: points(x),
    y: page.getHeight() - points(y + height),
    width: points(width),
    height: points(height),
  }
}
