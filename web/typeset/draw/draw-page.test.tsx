import { expect, test } from 'vitest'
import { type Drawing, inkValues, type Mark, type Point } from '../drawing.ts'
import { paperColourValues } from '../paper-colours.ts'
import { drawPage, type Pictures } from './draw-page.ts'
import { openPen, type Pen } from './pen.ts'

const page = { x: 0, y: 0, width: 400, height: 600 }

const drawingOf = (marks: Mark[], more: Partial<Drawing> = {}): Drawing => ({
  ...page,
  paper: 'white',
  inks: ['blue', 'pink'],
  isTextured: false,
  marks,
  overflow: '',
  overflowWords: 0,
  textSize: 1,
  cutPanels: [],
  ...more,
})

function render(drawing: Drawing, pictures: Pictures = [], scale = 1) {
  const pen = openPen(new OffscreenCanvas(drawing.width * scale, drawing.height * scale))
  pen.scale(scale, scale)
  return renderWith(pen, drawing, pictures)
}

function renderWith(pen: Pen, drawing: Drawing, pictures: Pictures = []) {
  drawPage(pen, drawing, pictures)
  return pen.getImageData(0, 0, pen.canvas.width, pen.canvas.height)
}

const colourAt = ({ data, width }: ImageData, x: number, y: number) => [
  ...data.slice((y * width + x) * 4, (y * width + x) * 4 + 3),
]

const toColour = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

function expectColour(actual: number[], ...layers: string[]) {
  const expected = layers.map(toColour).reduce((below, ink) => below.map((value, n) => (value * (ink[n] ?? 0)) / 255))
  expected.forEach((value, n) => {
    expect(Math.abs((actual[n] ?? 0) - value), `${actual} is not ${expected}`).toBeLessThanOrEqual(2)
  })
}

/** The mean of the green channel, from 0 to 255. */
const average = ({ data, width }: ImageData, from = 0, to = width) => {
  const values: number[] = []
  for (let pixel = 0; pixel < data.length / 4; pixel += 1)
    if (pixel % width >= from && pixel % width < to) values.push(data[pixel * 4 + 1] ?? 0)
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

const left = { ...page, width: 250 }
const right = { ...page, x: 150, width: 250 }

test('inks darken each other where they overlap, and one ink does not darken itself', () => {
  const image = render(
    drawingOf([
      { kind: 'solid', box: left, ink: 0 },
      { kind: 'solid', box: right, ink: 1 },
      { kind: 'solid', box: { ...right, height: 100 }, ink: 1 },
    ]),
  )
  expectColour(colourAt(image, 50, 300), paperColourValues.white, inkValues.blue)
  expectColour(colourAt(image, 350, 300), paperColourValues.white, inkValues.pink)
  expectColour(colourAt(image, 350, 50), paperColourValues.white, inkValues.pink)
  expectColour(colourAt(image, 200, 300), paperColourValues.white, inkValues.blue, inkValues.pink)
})

test('a canvas that is drawn again shows nothing of the page before', async () => {
  const pen = openPen(new OffscreenCanvas(page.width, page.height))
  const dark = await pictureOf((dots) => dots.fillRect(0, 0, 800, 600))
  const last = drawingOf([letter({ isKnockedOut: true }), { kind: 'solid', box: right, ink: 1 }], { inks: ['green'] })
  const before = [
    drawingOf([picture({ treatment: 'unchanged' })]),
    drawingOf([{ kind: 'solid', box: page, ink: 0 }, letter({})], { isTextured: true }),
  ]
  for (const drawing of before) renderWith(pen, drawing, [dark])
  expect(String(renderWith(pen, last).data) === String(render(last).data)).toBe(true)
})

test('a page of one ink prints everything in it', () => {
  const image = render(drawingOf([{ kind: 'solid', box: page, ink: 1 }], { inks: ['green'], paper: 'pink' }))
  expectColour(colourAt(image, 200, 300), paperColourValues.pink, inkValues.green)
})

const letter = (more: object): Mark => ({
  kind: 'text',
  text: '█',
  x: 200,
  y: 400,
  font: '200px monospace',
  direction: 'ltr',
  ink: 0,
  ...more,
})

test('knocked-out text shows the paper through both inks', () => {
  const solids: Mark[] = [
    { kind: 'solid', box: page, ink: 0 },
    { kind: 'solid', box: page, ink: 1 },
  ]
  const image = render(drawingOf([...solids, letter({ isKnockedOut: true })], { paper: 'mint' }))
  expectColour(colourAt(image, 200, 350), paperColourValues.mint)
  expectColour(colourAt(image, 20, 20), paperColourValues.mint, inkValues.blue, inkValues.pink)
})

test('a shape is filled or a line, in an ink or in the colour of the paper', () => {
  const square: Point[] = [
    [100, 100],
    [300, 100],
    [300, 300],
    [100, 300],
  ]
  const image = render(
    drawingOf([
      { kind: 'solid', box: page, ink: 0 },
      { kind: 'shape', points: square, ink: 1, isKnockedOut: true },
      { kind: 'shape', points: square, ink: 1, line: 20 },
    ]),
  )
  expectColour(colourAt(image, 200, 200), paperColourValues.white)
  expectColour(colourAt(image, 200, 105), paperColourValues.white, inkValues.pink)
  expectColour(colourAt(image, 105, 200), paperColourValues.white)
  expectColour(colourAt(image, 50, 200), paperColourValues.white, inkValues.blue)
})

test('a letter fills its box, or keeps what is printed below only within it', () => {
  const block: Mark = { kind: 'letter', text: '█', font: '200px monospace', box: { ...page, height: 200 }, ink: 1 }
  const high = render(drawingOf([block]))
  const middle = page.width / 2
  expectColour(colourAt(high, middle, 4), paperColourValues.white, inkValues.pink)
  expectColour(colourAt(high, middle, 195), paperColourValues.white, inkValues.pink)
  expectColour(colourAt(high, middle, 205), paperColourValues.white)
  expectColour(colourAt(high, 5, 100), paperColourValues.white)
  const cropped = render(
    drawingOf([
      { kind: 'solid', box: page, ink: 0 },
      { ...block, crops: true },
    ]),
  )
  expectColour(colourAt(cropped, middle, 100), paperColourValues.white, inkValues.blue)
  expectColour(colourAt(cropped, middle, 400), paperColourValues.white)
})

test('text begins at its start: on the left, or on the right from right to left', () => {
  const ltr = render(drawingOf([letter({})]))
  expectColour(colourAt(ltr, 230, 350), paperColourValues.white, inkValues.blue)
  expectColour(colourAt(ltr, 170, 350), paperColourValues.white)
  const rtl = render(drawingOf([letter({ direction: 'rtl' })]))
  expectColour(colourAt(rtl, 170, 350), paperColourValues.white, inkValues.blue)
  expectColour(colourAt(rtl, 230, 350), paperColourValues.white)
})

test('a line that is wider than measured stays in its column', () => {
  const narrow = { maxWidth: 40 }
  const ltr = render(drawingOf([letter(narrow)]))
  expectColour(colourAt(ltr, 230, 350), paperColourValues.white, inkValues.blue)
  expectColour(colourAt(ltr, 245, 350), paperColourValues.white)
  const rtl = render(drawingOf([letter({ ...narrow, direction: 'rtl' })]))
  expectColour(colourAt(rtl, 170, 350), paperColourValues.white, inkValues.blue)
  expectColour(colourAt(rtl, 155, 350), paperColourValues.white)
})

async function pictureOf(paint: (pen: OffscreenCanvasRenderingContext2D) => void, width = 800, height = 600) {
  const canvas = new OffscreenCanvas(width, height)
  paint(canvas.getContext('2d') as OffscreenCanvasRenderingContext2D)
  return createImageBitmap(canvas)
}

const picture = (more: object = {}): Mark =>
  ({ kind: 'picture', box: page, picture: 0, treatment: 'fine', ...more }) as Mark

test('an unchanged picture keeps its colours, fills its box and hides what is below', async () => {
  const flag = await pictureOf((pen) => {
    for (const [index, colour] of ['#ff0000', '#00ff00', '#0000ff', '#ffff00'].entries()) {
      pen.fillStyle = colour
      pen.fillRect(index * 200, 0, 200, 600)
    }
  })
  const image = render(drawingOf([{ kind: 'solid', box: page, ink: 0 }, picture({ treatment: 'unchanged' })]), [flag])
  expectColour(colourAt(image, 2, 2), '#00ff00')
  expectColour(colourAt(image, 197, 300), '#00ff00')
  expectColour(colourAt(image, 203, 300), '#0000ff')
  expectColour(colourAt(image, 397, 597), '#0000ff')
})

test.each(['fine', 'coarse'] as const)(
  'the average tone of %s dots follows the picture at every scale',
  async (treatment) => {
    const gradient = await pictureOf(
      (pen) => {
        for (let x = 0; x < 10; x += 1) {
          pen.fillStyle = `rgb(${[x, x, x].map((value) => (value * 255) / 9)})`
          pen.fillRect(x * 40, 0, 40, 600)
        }
      },
      400,
      600,
    )
    for (const scale of [0.25, 1, 4]) {
      const image = render(drawingOf([picture({ treatment })], { inks: ['black'] }), [gradient], scale)
      const [black, white] = [toColour(inkValues.black)[1] ?? 0, 247]
      const dark = (black * white) / 255
      for (let x = 0; x < 10; x += 1) {
        const expected = dark + ((white - dark) * x) / 9
        expect(
          Math.abs(average(image, x * 40 * scale, (x + 1) * 40 * scale) - expected),
          `${x} at ${scale}`,
        ).toBeLessThan(12)
      }
    }
  },
)

test('dots are ink or paper, and two inks print the darks and the mid-tones', async () => {
  const grey = await pictureOf((pen) => {
    pen.fillStyle = '#000'
    pen.fillRect(0, 0, 800, 600)
    pen.fillStyle = '#777'
    pen.fillRect(400, 0, 400, 600)
    pen.fillStyle = '#fff'
    pen.fillRect(0, 500, 800, 100)
  })
  const image = render(drawingOf([picture({ treatment: 'coarse' })], { inks: ['black', 'pink'] }), [grey], 4)
  const colours = new Map<string, number>()
  for (let pixel = 0; pixel < 200 * 200; pixel += 1) {
    const colour = String(colourAt(image, 1000 + (pixel % 200), 1000 + Math.floor(pixel / 200)))
    colours.set(colour, (colours.get(colour) ?? 0) + 1)
  }
  const frequent = [...colours].filter(([, count]) => count > 5_000).map(([colour]) => colour.split(',').map(Number))
  expect(frequent).toHaveLength(2)
  expectColour(colourAt(image, 100, 1200), paperColourValues.white, inkValues.black, inkValues.pink)
})

test('a picture that is missing is a crossed frame', () => {
  const image = render(drawingOf([picture()]), [null], 4)
  expectColour(colourAt(image, 800, 1200), paperColourValues.white, inkValues.blue)
  expectColour(colourAt(image, 800, 600), paperColourValues.white)
})

test('a picture in a frame is nearly whole, at the lower edge, with a shadow of the second ink', async () => {
  const green = await pictureOf((pen) => {
    pen.fillStyle = '#0f0'
    pen.fillRect(0, 0, 800, 600)
  })
  const box = { x: 0, y: 0, width: 350, height: 550 }
  const image = render(drawingOf([picture({ box, treatment: 'unchanged', frame: { line: 4, shadow: 20 } })]), [green])
  // A box of 350 × 550 crops a picture of 4 : 3 to 7 : 6, which is 300 high.
  expectColour(colourAt(image, 175, 240), paperColourValues.white)
  expectColour(colourAt(image, 175, 252), '#00ff00', inkValues.blue)
  expect(colourAt(image, 175, 400)).toEqual([0, 255, 0])
  expectColour(colourAt(image, 360, 400), paperColourValues.white, inkValues.pink)
  expectColour(colourAt(image, 175, 560), paperColourValues.white, inkValues.pink)
})

test('a solid that covers hides pictures and the other ink', async () => {
  const dark = await pictureOf((pen) => pen.fillRect(0, 0, 800, 600))
  const label: Mark = { kind: 'solid', box: { x: 100, y: 100, width: 200, height: 100 }, ink: 0, covers: true }
  for (const treatment of ['unchanged', 'fine'])
    expectColour(
      colourAt(render(drawingOf([picture({ treatment }), label]), [dark]), 200, 150),
      paperColourValues.white,
      inkValues.blue,
    )
})

test('a QR code has no grain', () => {
  const box = { x: 100, y: 100, width: 200, height: 200 }
  const code: Mark = { kind: 'qr', ink: 1, box, modules: [[true]] }
  const image = render(drawingOf([code], { isTextured: true }), [], 2)
  for (let x = 220; x < 580; x += 1) expectColour(colourAt(image, x, 400), paperColourValues.white, inkValues.pink)
})

test('the modules of a QR code have sharp edges at any size', () => {
  const modules = Array.from({ length: 29 }, (_, row) =>
    Array.from({ length: 29 }, (_, column) => (row + column) % 2 > 0),
  )
  const box = { x: 33, y: 51, width: 217, height: 217 }
  for (const scale of [0.3, 1, 1.7]) {
    const { data } = render(drawingOf([{ kind: 'qr', ink: 0, box, modules }], { inks: ['black'] }), [], scale)
    const reds = new Set(data.filter((_value, index) => index % 4 === 0))
    expect(reds.size).toBe(2)
  }
})

const textured = drawingOf([letter({}), { kind: 'solid', box: right, ink: 1 }], { isTextured: true })

test('a texture adds grain and moves the second ink slightly, the same every time', () => {
  const image = render(textured)
  expect(String(image.data) === String(render(textured).data)).toBe(true)
  const smooth = render({ ...textured, isTextured: false })
  const shares = Array.from(
    { length: 30 },
    (_, x) => average(image, 300 + x, 301 + x) / average(smooth, 300 + x, 301 + x),
  )
  expect(shares.every((share) => Math.abs(share - 1) < 0.2)).toBe(true)
  expect(new Set(shares).size).toBeGreaterThan(10)

  const large = render(textured, [], 4)
  const firstPink = Array.from({ length: 100 }, (_, x) => x + 550).find((x) => (colourAt(large, x, 100)[1] ?? 0) < 150)
  expect(firstPink).not.toBe(600)
  expect(Math.abs((firstPink ?? 0) - 600)).toBeLessThanOrEqual(0.003 * 1600 + 1)
})

test('a picture that is turned in its frame leaves no corner empty', async () => {
  const green = await pictureOf((pen) => {
    pen.fillStyle = '#0f0'
    pen.fillRect(0, 0, 800, 600)
  })
  for (const turn of [-120, 7, 45, 90, 180]) {
    const crop = { x: 1, y: 0, zoom: 1, turn }
    const image = render(drawingOf([picture({ treatment: 'unchanged', crop })]), [green])
    for (const [x, y] of [
      [1, 1],
      [398, 1],
      [1, 598],
      [398, 598],
      [200, 300],
    ] as const)
      expect(colourAt(image, x, y), `${turn} at ${x}, ${y}`).toEqual([0, 255, 0])
  }
})

/** A grey ramp from left to right. */
const ramp = () =>
  pictureOf(
    (pen) => {
      const tones = pen.createLinearGradient(0, 0, 400, 0)
      tones.addColorStop(0, '#000')
      tones.addColorStop(1, '#fff')
      pen.fillStyle = tones
      pen.fillRect(0, 0, 400, 600)
    },
    400,
    600,
  )

test.each(['photocopy', 'dither'] as const)('a %s looks alike in a preview and in print', async (treatment) => {
  const tones = await ramp()
  const drawing = drawingOf([picture({ treatment })], { inks: ['black'], width: 1600, height: 2400 })
  const large = { ...drawing, marks: [picture({ treatment, box: { x: 0, y: 0, width: 1600, height: 2400 } })] }
  const [preview, print] = [0.25, 1].map((scale) => render(large, [tones], scale)) as [ImageData, ImageData]
  for (let part = 0; part < 8; part += 1) {
    const meanOf = (image: ImageData) => average(image, (image.width * part) / 8, (image.width * (part + 1)) / 8)
    expect(Math.abs(meanOf(preview) - meanOf(print)), `part ${part}`).toBeLessThan(14)
  }
  const greys = print.data.filter((value, index) => index % 4 === 1 && value > 60 && value < 200)
  expect(greys.length / (print.width * print.height)).toBeLessThan(0.1)
})

test('line art has clean paper where the light is uneven', async () => {
  const uneven = await pictureOf((pen) => {
    const light = pen.createLinearGradient(0, 0, 800, 0)
    light.addColorStop(0, '#eee')
    light.addColorStop(1, '#777')
    pen.fillStyle = light
    pen.fillRect(0, 0, 800, 600)
    pen.fillStyle = 'rgb(0 0 0 / 0.5)'
    for (const x of [230, 400, 570]) pen.fillRect(x, 0, 8, 600)
  })
  const image = render(drawingOf([picture({ treatment: 'lines' })], { inks: ['black', 'pink'] }), [uneven], 4)
  expectColour(colourAt(image, 400, 1200), paperColourValues.white)
  expectColour(colourAt(image, 1200, 1200), paperColourValues.white)
  for (const x of [128, 816, 1504]) expectColour(colourAt(image, x, 1200), paperColourValues.white, inkValues.black)
})

test('brightness, contrast and white paper change a picture before it is printed', async () => {
  const scan = await pictureOf((pen) => {
    pen.fillStyle = '#d8d0b8'
    pen.fillRect(0, 0, 800, 600)
    pen.fillStyle = '#404040'
    pen.fillRect(350, 250, 100, 100)
  })
  const colours = (treatment: string, tones: object) => {
    const image = render(drawingOf([picture({ treatment, tones })], { inks: ['black'] }), [scan])
    return [colourAt(image, 20, 20), colourAt(image, 200, 300)].map((colour) => colour[1] ?? 0)
  }
  expect(colours('unchanged', { whitensPaper: true })[0]).toBe(255)
  expect(colours('unchanged', { contrast: 100 })).toEqual([255, 0])
  expect(colours('unchanged', { brightness: 20 })).toEqual([0xd0 + 26, 0x40 + 26].map((value) => Math.min(255, value)))
  expect(average(render(drawingOf([picture({ tones: { brightness: -80 } })]), [scan]))).toBeLessThan(
    average(render(drawingOf([picture()]), [scan])) - 40,
  )
})

test('solids at the edge of a page reach into its bleed, and the page itself does not change', () => {
  const bleed = 30
  const drawing = drawingOf([
    { kind: 'solid', box: { ...page, height: 100 }, ink: 1 },
    { kind: 'solid', box: { x: 50, y: 300, width: 100, height: 100 }, ink: 0 },
    letter({}),
  ])
  const pen = openPen(new OffscreenCanvas(page.width + 2 * bleed, page.height + 2 * bleed))
  const image = renderWith(pen, { ...drawing, bleed })
  expectColour(colourAt(image, 0, 0), paperColourValues.white, inkValues.pink)
  expectColour(colourAt(image, page.width + 2 * bleed - 1, 50), paperColourValues.white, inkValues.pink)
  expectColour(colourAt(image, 0, page.height), paperColourValues.white)
  const inside = pen.getImageData(bleed, bleed, page.width, page.height)
  expect(String(inside.data) === String(render(drawing).data)).toBe(true)
})

test('a picture that fills a page fills its bleed, and the halves of one over two pages meet at the fold', async () => {
  const bleed = 30
  const stripes = await pictureOf(
    (pen) => {
      for (let x = 0; x < 1600; x += 1) {
        pen.fillStyle = `hsl(${(x * 360) / 1600} 80% 50%)`
        pen.fillRect(x, 0, 1, 1200)
      }
    },
    1600,
    1200,
  )
  const drawBox = (x: number, width: number) => {
    const pen = openPen(new OffscreenCanvas(page.width + 2 * bleed, page.height + 2 * bleed))
    return renderWith(pen, { ...drawingOf([picture({ box: { ...page, x, width }, treatment: 'unchanged' })]), bleed }, [
      stripes,
    ])
  }
  for (const [x, y] of [
    [0, 0],
    [page.width + 2 * bleed - 1, page.height + 2 * bleed - 1],
  ] as const)
    expect(colourAt(drawBox(0, page.width), x, y)).not.toEqual([255, 255, 255])
  const own = page.width / 100
  const spread = 2 * (page.width + own)
  const [one, other] = [drawBox(-own, spread), drawBox(-page.width - own, spread)]
  const beside = colourAt(one, bleed + page.width, 300)
  for (const [n, value] of colourAt(other, bleed, 300).entries())
    expect(Math.abs(value - (beside[n] ?? 0))).toBeLessThan(6)
})
