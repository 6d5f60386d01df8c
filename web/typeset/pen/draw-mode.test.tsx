import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '#web/styles.css'
import { type PageRecipe, recipeInput } from '#contract/page-recipe.ts'
import { renderInEnglish } from '#web/languages/render-in-english.testing.tsx'
import { button, expectGone, expectVisible } from '#web/site/expectations.testing.ts'
import { PageMaker, type PageMakerProps } from '../editor/page-maker.tsx'
import { blankRecipe } from '../recipe.ts'
import { decodePoints, encodePoints } from './stroke-points.ts'

const size = { width: 1754, height: 2480 }

/** Opens the maker with a page, in the mode for drawing. */
async function openDrawing(change: Partial<PageRecipe> = {}, otherPages: PageMakerProps['otherPages'] = []) {
  let current: PageRecipe = { ...blankRecipe('text'), inks: ['black', 'pink'], ...change }
  let isClosed = false
  await renderInEnglish(
    <PageMaker
      pages={[current]}
      isRestored={false}
      isNew
      pageId={undefined}
      size={size}
      pictures={[]}
      back={{ title: '', text: '', captions: [] }}
      space={4}
      pageNumber={1}
      direction="ltr"
      otherPages={otherPages}
      onDone={() => undefined}
      onUnsaved={([changed]) => {
        if (changed) current = changed
      }}
      onClose={() => {
        isClosed = true
      }}
    />,
  )
  await button('Draw').click()
  const sheet = (await page.getByRole('img', { name: 'Page to draw on' }).findElement()) as HTMLElement
  return {
    sheet,
    strokes: () => current.drawing?.strokes ?? [],
    stamps: () => current.stamps ?? [],
    recipe: () => current,
    isClosed: () => isClosed,
  }
}

type Pointer = { id?: number; type?: string; pressure?: number; buttons?: number }
type Place = [x: number, y: number]

/** Sends a pointer event at a place in shares of the page. */
function send(element: HTMLElement, kind: string, [x, y]: Place, { id = 1, type = 'mouse', ...rest }: Pointer = {}) {
  const box = (element.closest('canvas, ul') ?? element).getBoundingClientRect()
  const at = { clientX: box.x + x * box.width, clientY: box.y + y * box.height }
  // There is no such pointer to capture.
  for (const each of [element, element.closest('ul')]) if (each) each.setPointerCapture = () => undefined
  element.dispatchEvent(new PointerEvent(kind, { pointerId: id, pointerType: type, bubbles: true, ...rest, ...at }))
}

function draw(element: HTMLElement, places: Place[], pointer: Pointer = {}) {
  const [first = [0, 0], ...others] = places
  send(element, 'pointerdown', first, pointer)
  for (const place of others) send(element, 'pointermove', place, pointer)
  send(element, 'pointerup', others.at(-1) ?? first, pointer)
}

const zigzag: Place[] = [
  [0.2, 0.2],
  [0.5, 0.25],
  [0.3, 0.4],
  [0.7, 0.45],
]

test('strokes are drawn with pens in both inks, undone and done again', async () => {
  const { sheet, strokes } = await openDrawing()
  draw(sheet, zigzag)
  await button('Thick pen').click()
  await button('Ink: Pink').click()
  draw(sheet, zigzag)
  await expect.poll(strokes).toMatchObject([
    { ink: 0, width: 'medium' },
    { ink: 1, width: 'thick' },
  ])
  const [[x, y] = []] = decodePoints(strokes()[0]?.points ?? '')
  expect(x).toBeCloseTo(800, -1)
  expect(y).toBeCloseTo((0.2 * 4000 * size.height) / size.width, -1)
  await button('Undo').click()
  await button('Undo').click()
  await expect.poll(strokes).toEqual([])
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await expect.poll(strokes).toHaveLength(1)
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(strokes).toEqual([])
})

test('a fast stroke ends where the pointer is lifted', async () => {
  const { sheet, strokes } = await openDrawing()
  draw(sheet, [
    [0.2, 0.2],
    [0.7, 0.2],
  ])
  await expect.poll(strokes).toHaveLength(1)
  expect(decodePoints(strokes()[0]?.points ?? '').at(-1)?.[0]).toBeCloseTo(2800, -1)
})

test('the pressure of a pen is kept, and two strokes that end together are both kept', async () => {
  const { sheet, strokes } = await openDrawing()
  draw(sheet, zigzag, { type: 'pen', pressure: 0.9 })
  draw(sheet, zigzag, { type: 'pen', pressure: 0.1 })
  await expect.poll(strokes).toHaveLength(2)
  const pressures = strokes().map(({ points }) => decodePoints(points).at(-1)?.[2])
  expect(pressures).toEqual([8, 1])
})

test('two fingers do not draw, nor does the hand that holds a pen', async () => {
  const { sheet, strokes } = await openDrawing()
  const [one, two] = [
    { id: 1, type: 'touch' },
    { id: 2, type: 'touch' },
  ]
  send(sheet, 'pointerdown', [0.2, 0.2], one)
  send(sheet, 'pointermove', [0.3, 0.3], one)
  send(sheet, 'pointerdown', [0.6, 0.6], two)
  send(sheet, 'pointermove', [0.7, 0.7], two)
  send(sheet, 'pointerup', [0.3, 0.3], one)
  send(sheet, 'pointerup', [0.7, 0.7], two)
  draw(sheet, zigzag, one)
  await expect.poll(strokes).toHaveLength(1)
  send(sheet, 'pointerdown', [0.5, 0.5], { id: 4, type: 'touch' })
  draw(sheet, zigzag, { id: 5, type: 'pen', pressure: 0.7 })
  send(sheet, 'pointerup', [0.5, 0.5], { id: 4, type: 'touch' })
  draw(sheet, zigzag, { id: 6, type: 'touch' })
  await expect.poll(strokes).toHaveLength(2)
})

test('the eraser removes whole strokes, in one step', async () => {
  const { sheet, strokes } = await openDrawing()
  for (const y of [0.2, 0.4, 0.6])
    draw(sheet, [
      [0.2, y],
      [0.8, y],
    ])
  await expect.poll(strokes).toHaveLength(3)
  await button('Eraser').click()
  draw(sheet, [
    [0.5, 0.1],
    [0.5, 0.2],
    [0.5, 0.4],
  ])
  await expect.poll(strokes).toHaveLength(1)
  await button('Undo').click()
  await expect.poll(strokes).toHaveLength(3)
  draw(sheet, [[0.5, 0.6]], { type: 'pen', buttons: 32, pressure: 0.5 })
  await expect.poll(strokes).toHaveLength(2)
})

test('Escape leaves the drawing and not the page, which then asks for a description', async () => {
  const { sheet, recipe, isClosed } = await openDrawing()
  draw(sheet, zigzag)
  await expect.poll(() => recipe().drawing?.strokes).toHaveLength(1)
  await userEvent.keyboard('{Escape}')
  await expectGone(button('Done'))
  await expect.element(button('Draw')).toHaveFocus()
  expect(isClosed()).toBe(false)
  await page.getByRole('textbox', { name: /^What the drawing shows/ }).fill('A moth')
  await expectVisible(page.getByRole('img', { name: /A moth\.$/ }))
  await button('Draw').click()
  await button('Undo').element()
  expect(recipe().drawing?.altText).toBe('A moth')
})

test('a full page says so, and keeps what was drawn', async () => {
  const scribble = encodePoints(Array.from({ length: 1_500 }, (_, at) => [(at * 1_337) % 4_000, (at * 777) % 5_000, 5]))
  const full = Array.from({ length: 2 }, () => ({ ink: 0, width: 'thin', points: scribble }) as const)
  const { sheet, strokes, recipe } = await openDrawing({ drawing: { strokes: full, altText: '' } })
  const spiral = Array.from({ length: 700 }, (_, at): Place => {
    const radius = (0.4 * at) / 700
    return [0.5 + radius * Math.cos(at / 3), 0.5 + radius * Math.sin(at / 3)]
  })
  for (let round = 0; round < 40; round += 1) draw(sheet, spiral)
  await expectVisible('This page is full of drawing. Erase something, or draw on another page.')
  await expect.poll(() => strokes().length).toBeGreaterThan(2)
  const count = strokes().length
  expect(JSON.stringify(strokes()).length).toBeGreaterThan(39_000)
  expect(recipeInput.safeParse(recipe())).toMatchObject({ success: true })
  draw(sheet, zigzag)
  expect(strokes()).toHaveLength(count)
})

test('a stamp is placed, moved, sized, turned and removed with the keyboard', async () => {
  const { stamps } = await openDrawing()
  await button('Stamps').click()
  await button('Star').click()
  const star = button('Star, stamp 1 of 1')
  await expect.element(star).toHaveFocus()
  await expect.element(star).toHaveAttribute('aria-pressed', 'true')
  const [{ x = 0, y = 0, size: first = 0 } = {}] = stamps()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowUp}+')
  await expect.poll(() => stamps()[0]?.x).toBeCloseTo(x + 0.04, 3)
  expect(stamps()[0]?.y).toBeCloseTo(y - 0.02, 3)
  expect(stamps()[0]?.size).toBeCloseTo(first * 1.1, 3)
  await button('Undo').click()
  await expect.poll(() => stamps()[0]).toMatchObject({ x, y, size: first })
  await page.getByRole('slider', { name: 'Turn' }).fill('45')
  await button('Ink: Pink').click()
  await expect.poll(() => stamps()[0]).toMatchObject({ turn: 45, ink: 1 })
  star.element().focus()
  await userEvent.keyboard('{Delete}')
  await expect.poll(stamps).toEqual([])
  await expect.element(button('Stamps')).toHaveFocus()
})

test('a stamp is added in the ink that is shown as chosen', async () => {
  const star = { design: 'star' as const, ink: 0 as const, x: 0.5, y: 0.5, size: 0.3, turn: 0 }
  const { stamps } = await openDrawing({ stamps: [star] })
  await button('Ink: Pink').click()
  await button('Stamps').click()
  button('Star, stamp 1 of 1').element().focus()
  await expect.element(button('Ink: Black')).toHaveAttribute('aria-pressed', 'true')
  await button('Heart').click()
  await expect.poll(() => stamps()[1]).toMatchObject({ design: 'heart', ink: 0 })
})

test('two fingers turn and enlarge a stamp, and one drags it', async () => {
  const stamp = { design: 'heart' as const, ink: 0 as const, x: 0.5, y: 0.5, size: 0.3, turn: 0 }
  const { stamps } = await openDrawing({ stamps: [stamp] })
  await button('Stamps').click()
  const heart = (await button('Heart, stamp 1 of 1').findElement()) as HTMLElement
  const list = heart.closest('ul') as HTMLElement
  const [one, two] = [
    { id: 1, type: 'touch' },
    { id: 2, type: 'touch' },
  ]
  send(heart, 'pointerdown', [0.5, 0.5], one)
  send(list, 'pointermove', [0.6, 0.4], one)
  await expect.poll(() => stamps()[0]).toMatchObject({ x: 0.6, y: 0.4, size: 0.3, turn: 0 })
  send(list, 'pointerdown', [0.8, 0.4], two)
  send(list, 'pointermove', [1, 0.4], two)
  await expect.poll(() => stamps()[0]).toMatchObject({ x: 0.7, y: 0.4, size: 0.6, turn: 0 })
  send(list, 'pointermove', [0.6, 0.4 + (0.4 * size.width) / size.height], two)
  await expect.poll(() => stamps()[0]?.turn).toBeCloseTo(90, 0)
  send(list, 'pointerup', [0.6, 0.4], one)
  send(list, 'pointerup', [0.6, 0.4], two)
  await button('Undo').click()
  await button('Undo').click()
  await expect.poll(() => stamps()[0]).toEqual(stamp)
})

test('drawings of the zine can be used as stamps', async () => {
  const line = (x: number) => ({ ink: 0 as const, width: 'thick' as const, points: `${x} 500 5 100 900 0` })
  const other = { ...blankRecipe('text'), drawing: { strokes: [line(400), line(450), line(2_500)], altText: '' } }
  const { stamps } = await openDrawing({}, [{ id: 'one', number: 2, size, recipe: other }])
  await button('Stamps').click()
  await button('Drawing 1').click()
  await expect.poll(() => stamps()[0]?.strokes).toEqual([line(400), line(450)])
  await expectVisible(button('Drawing, stamp 1 of 1'))
  await expectVisible(button('Drawing 2'))
})
