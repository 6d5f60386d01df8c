import type { PageRecipe } from '#contract/page-recipe.ts'
import { openPen, type Pen } from '../draw/pen.ts'
import type { Point } from '../drawing.ts'

export const picture = { url: '', altText: 'A lamp at night' }
export const drawing = { url: '', altText: 'A flower in pencil' }

export const examplePicture = async (of: PageRecipe['pictures'][number]) =>
  of && (of.altText === drawing.altText ? drawFlower() : drawLamp())

/** A canvas with a gradient from the top left corner to `end`. */
function openGradient(height: number, [first, last]: [string, string], end: Point) {
  const pen = openPen(new OffscreenCanvas(800, height), false)
  pen.fillStyle = gradient(pen.createLinearGradient(0, 0, ...end), first, last)
  pen.fillRect(0, 0, 800, height)
  return pen
}

function gradient(gradient: CanvasGradient, first: string, last: string) {
  gradient.addColorStop(0, first)
  gradient.addColorStop(1, last)
  return gradient
}

/** A lamp above hills: large areas, fine lines and a gradient. */
function drawLamp() {
  const pen = openGradient(800, ['#16203a', '#d9c9a0'], [0, 800])
  pen.fillStyle = gradient(pen.createRadialGradient(400, 300, 20, 400, 300, 300), '#fff7d0', '#fff7d000')
  pen.fillRect(0, 0, 800, 800)
  pen.fillStyle = '#241a14'
  pen.fillRect(392, 300, 16, 420)
  pen.beginPath()
  pen.ellipse(250, 800, 420, 150, 0, 0, 2 * Math.PI)
  pen.ellipse(700, 820, 380, 220, 0, 0, 2 * Math.PI)
  pen.fill()
  pen.strokeStyle = '#241a14'
  pen.lineWidth = 3
  for (let x = 20; x < 800; x += 40) pen.strokeRect(x, 560, 24, 120)
  return createImageBitmap(pen.canvas)
}

/** A pencil drawing on paper that is darker at one side. */
function drawFlower() {
  const pen = openGradient(1000, ['#e8dfc8', '#857c6c'], [800, 1000])
  pen.strokeStyle = '#30303890'
  pen.lineWidth = 4
  for (let petal = 0; petal < 9; petal += 1)
    stroke(pen, () => pen.ellipse(400, 360, 60, 250, (petal * Math.PI) / 9, 0, 2 * Math.PI))
  for (let line = 0; line < 30; line += 1)
    stroke(pen, () => {
      pen.moveTo(200 + line * 14, 980)
      pen.lineTo(240 + line * 11, 760 + (line % 5) * 12)
    })
  pen.fillStyle = '#28282ec0'
  pen.fillRect(620, 780, 90, 90)
  return createImageBitmap(pen.canvas)
}

function stroke(pen: Pen, path: () => void) {
  pen.beginPath()
  path()
  pen.stroke()
}
