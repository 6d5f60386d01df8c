import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, press, reload, tabTo, test } from '../support/journey.ts'
import { field, isSent, maker, openTable, saveState, storedPages } from '../support/page-maker.ts'

type Drawn = { recipe: { drawing?: { strokes: object[] }; stamps?: object[] }; altText: string }

const firstPage = async (page: Page) => (await storedPages(page))[0] as unknown as Drawn

async function openMaker(page: Page) {
  await openTable(page)
  await press(page, 'Make a page')
  await field(page, 'Title').fill('Moths')
  await expect(maker(page).locator('canvas[data-drawn]')).toBeVisible()
}

const button = (page: Page, name: string) => maker(page).getByRole('button', { name, exact: true })

/** How dark the drawn page is, from 0 to 255. */
const darkness = (page: Page) =>
  maker(page)
    .locator('canvas[data-drawn]')
    .evaluate((canvas: HTMLCanvasElement) => {
      const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
      let sum = 0
      for (let at = 0; at < data.length; at += 4) sum += 255 - (data[at] ?? 255)
      return sum / (data.length / 4)
    })

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a finger draws on a page, which does not scroll, and the drawing is printed and edited again', async ({
    page,
  }) => {
    await openMaker(page)
    await button(page, 'Draw').click()
    const sheet = maker(page).getByRole('img', { name: 'Page to draw on' })
    await expect(sheet).toBeVisible()
    await expectAccessible(page, 'drawing on a page')
    await page.setViewportSize({ width: 390, height: 844 })
    const touch = await touchscreen(page)
    const stroke = async (from: [number, number], to: [number, number], fingers = 1) => {
      const box = await sheet.boundingBox()
      const { x = 0, y = 0, width = 0, height = 0 } = box ?? {}
      await touch(
        { x: x + from[0] * width, y: y + from[1] * height },
        { x: x + to[0] * width, y: y + to[1] * height },
        fingers,
      )
      expect(await sheet.boundingBox(), 'the page stays').toEqual(box)
    }
    const empty = await darkness(page)
    await stroke([0.2, 0.1], [0.5, 0.5])
    await expect.poll(() => darkness(page)).toBeGreaterThan(empty)
    await stroke([0.8, 0.1], [0.5, 0.5])
    await stroke([0.2, 0.8], [0.6, 0.3], 2)
    await button(page, 'Thick pen').click()
    await button(page, 'Ink: Pink').click()
    await stroke([0.2, 0.7], [0.8, 0.7])
    await button(page, 'Undo').click()
    await button(page, 'Redo').click()
    await button(page, 'Done').click()
    await maker(page)
      .getByRole('textbox', { name: /^What the drawing shows/ })
      .fill('Two antennae')
    await press(maker(page), 'Add page')
    await isSent(page)
    await expect(saveState(page)).toHaveText('Saved')
    const made = await firstPage(page)
    expect(made.altText).toBe('Title page: Moths. Two antennae.')
    expect(made.recipe.drawing?.strokes).toMatchObject([
      { ink: 0, width: 'medium' },
      { ink: 0, width: 'medium' },
      { ink: 1, width: 'thick' },
    ])
    await reload(page)
    await press(page, 'Edit page 1')
    await button(page, 'Draw').click()
    await expect(sheet).toBeVisible()
    await button(page, 'Eraser').click()
    await stroke([0.5, 0.65], [0.5, 0.75])
    await button(page, 'Done').click()
    await press(maker(page), 'Save page')
    await isSent(page)
    await expect.poll(async () => (await firstPage(page)).recipe.drawing?.strokes.length).toBe(2)
  })
})

test('a stamp is placed and turned with the keyboard alone', async ({ page }) => {
  await openMaker(page)
  await tabTo(page, button(page, 'Draw'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(button(page, 'Medium pen')).toBeFocused()
  await tabTo(page, button(page, 'Stamps'))
  await page.keyboard.press('Enter')
  await tabTo(page, button(page, 'Moth'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  const moth = button(page, 'Moth, stamp 1 of 1')
  await expect(moth).toBeFocused()
  await expectAccessible(page, 'a stamp on a page')
  for (const key of ['ArrowRight', 'ArrowUp', 'ArrowUp', '+', '+']) await page.keyboard.press(key)
  await tabTo(page, maker(page).getByRole('slider', { name: 'Turn' }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await expect(button(page, 'Draw')).toBeFocused()
  await expect(maker(page)).toBeVisible()
  await press(maker(page), 'Add page')
  await isSent(page)
  await expect(saveState(page)).toHaveText('Saved')
  const { stamps } = (await firstPage(page)).recipe
  expect(stamps).toMatchObject([{ design: 'moth', ink: 0, turn: 1, size: 0.363 }])
})

type Point = { x: number; y: number }

/** Draws with one finger, or with two beside each other. Chromium makes no click of a tap that is simulated afterwards. */
async function touchscreen(page: Page) {
  const client = await page.context().newCDPSession(page)
  return async (from: Point, to: Point, fingers: number) => {
    const at = (share: number) =>
      Array.from({ length: fingers }, (_, finger) => ({
        x: from.x + (to.x - from.x) * share + finger * 40,
        y: from.y + (to.y - from.y) * share,
        id: finger,
      }))
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
    for (let step = 1; step <= 12; step += 1)
      await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / 12) })
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
}
