import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { callApi, expect, fixtures, press, register, reload, tabTo, test, visit } from '../support/journey.ts'
import { field, isSent, maker, openTable, pageButton, saveState } from '../support/page-maker.ts'

const notes = `# Lamps
One is on the porch, and one is in the hall.

# Moths
Eleven came, and one stayed.

# Milk
The van comes at four.

# Dusk
The kitchen is dark.

# Sugar
Two spoons for the jar.

# Dawn
Nobody is awake.`

/** The recipes of the draft’s pages, as the server has stored them. */
async function storedRecipes(page: Page) {
  await expect(saveState(page)).toHaveText('Saved')
  const id = new URL(page.url()).pathname.split('/').at(-1)
  const { draft } = await callApi(page.request, 'get', `/api/drafts/${id}`)
  return draft.content.pages.map(({ recipe }: { recipe: unknown }) => recipe)
}

const group = (container: Locator, name: string) => container.getByRole('group', { name, exact: true })

/** Moves the focus to a group of choices with the Tab key, then to one of them with the arrow keys. */
async function chooseByKeys(page: Page, choices: Locator, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  const wanted = choices.getByRole('radio', { name, exact: true })
  await tabTo(page, choices.getByRole('radio', { checked: true }), key)
  for (let steps = 0; steps < 12 && !(await wanted.isChecked()); steps += 1) await page.keyboard.press('ArrowDown')
  await expect(wanted).toBeChecked()
}

async function pressKey(page: Page, key: string, times = 1) {
  for (let count = 0; count < times; count += 1) await page.keyboard.press(key)
}

async function enter(page: Page, button: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await tabTo(page, button, key)
  await page.keyboard.press('Enter')
}

async function arrangeSheet(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Make pages' })
  const make = dialog.getByRole('button', { name: 'Make pages' })
  const pageNamed = (name: string) => dialog.getByRole('img', { name, exact: true })
  await expect(dialog.getByText('8 pages, on one sheet of paper.')).toBeVisible()
  await expect(make).toBeFocused()
  await tabTo(page, dialog.getByRole('checkbox', { name: 'Page numbers' }), 'Shift+Tab')
  await pressKey(page, 'Space')
  await chooseByKeys(page, group(dialog, 'Text size'), 'Large', 'Shift+Tab')
  await chooseByKeys(page, group(dialog, 'Cover design'), 'Hand-drawn', 'Shift+Tab')
  await chooseByKeys(page, group(dialog, 'Length'), '12 pages', 'Shift+Tab')
  await expect(dialog.getByText(/^12 pages, on 3 sheets of paper\./)).toBeVisible()
  await pressKey(page, 'ArrowUp')
  await expect(dialog.getByText('8 pages, on one sheet of paper.')).toBeVisible()
  await expect(pageNamed('Page 3: Moths')).toBeVisible()
  await enter(page, dialog.getByRole('button', { name: 'Move page 3 earlier' }), 'Shift+Tab')
  await expect(pageNamed('Page 2: Moths')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Move page 2 earlier' })).toBeFocused()
  await enter(page, make)
}

/** A comic with an empty panel above one with a picture and a speech bubble. A third panel comes and goes. */
async function drawComic(page: Page) {
  await chooseByKeys(page, group(maker(page), 'Template'), 'Comic')
  await chooseByKeys(page, group(maker(page), 'Panels'), 'Large last')
  const file = maker(page).getByLabel('Choose image 1')
  await tabTo(page, file)
  await file.setInputFiles(fixtures('photo.avif'))
  const frame = maker(page).getByRole('button', { name: 'Part of image 1 to show' })
  await tabTo(page, frame, 'Shift+Tab')
  await pressKey(page, '+', 3)
  await expect(maker(page).getByRole('slider', { name: 'Zoom' })).not.toHaveValue('1')
  await pressKey(page, 'ArrowLeft')
  const turn = maker(page).getByRole('slider', { name: 'Turn' })
  await tabTo(page, turn)
  await pressKey(page, 'ArrowRight', 5)
  await expect(turn).toHaveAttribute('aria-valuetext', '5°')
  await tabTo(page, maker(page).getByLabel('What image 1 shows'))
  await page.keyboard.type('A moth on a lamp')
  await enter(page, maker(page).getByRole('button', { name: 'Add a panel' }))
  await tabTo(page, maker(page).getByLabel('Caption 3'), 'Shift+Tab')
  await page.keyboard.type('Nobody reads this.')
  await enter(page, maker(page).getByRole('button', { name: 'Remove panel 3' }), 'Shift+Tab')
  await expect(maker(page).getByLabel('Caption 3')).toBeHidden()
  await expect(maker(page).getByRole('button', { name: 'Move panel 2 up' })).toBeFocused()
  await pressKey(page, 'Enter')
  await expect(maker(page).getByLabel('What image 2 shows')).toHaveValue('A moth on a lamp')
  await expect(maker(page).getByRole('button', { name: 'Move panel 1 down' })).toBeFocused()
  await enter(page, maker(page).getByRole('button', { name: 'Add a speech bubble' }).nth(1))
  await expect(field(page, 'What it says')).toBeFocused()
  await page.keyboard.type('Is it dawn?')
  await tabTo(page, maker(page).getByRole('slider', { name: 'Across' }))
  await pressKey(page, 'ArrowRight', 4)
  await tabTo(page, maker(page).getByRole('slider', { name: 'Down' }))
  await pressKey(page, 'ArrowRight', 2)
}

test('with the keyboard alone, pages are arranged, and one becomes a comic that is kept', async ({ page }) => {
  test.slow()
  const member = await register(page.request)
  const { project } = await callApi(page.request, 'post', '/api/projects', { title: 'Eleven Moths', notes })
  await page.goto('/feeds/zines.atom')
  await page.evaluate((key) => localStorage.setItem(key, 'true'), `foldout:${member.id}:seen:editor`)
  await visit(page, `/project/${project.id}/edit`)
  await enter(page, page.getByRole('button', { name: 'Make pages' }))
  await arrangeSheet(page)
  const folded = page.getByRole('list', { name: 'As it will be folded' }).getByRole('button')
  await expect(folded).toHaveCount(8, { timeout: 90_000 })

  await enter(page, folded.nth(2))
  await expect(folded.nth(2)).toHaveAttribute('aria-current')
  await pressKey(page, 'Enter')
  await expect(field(page, 'Heading')).toHaveValue('Lamps')
  await drawComic(page)
  await chooseByKeys(page, group(maker(page), 'Text size'), 'Small')
  await chooseByKeys(page, group(maker(page), 'Alignment'), 'Justified')
  await expectAccessible(page, 'a comic with a speech bubble')
  await enter(page, maker(page).getByRole('button', { name: 'Save page' }))
  await isSent(page)
  const recipes = await storedRecipes(page)
  expect(recipes).toMatchObject([
    { template: 'title', cover: 'hand' },
    { title: 'Moths', textSize: 'large', folio: { number: 2 } },
    {
      template: 'comic',
      title: 'Lamps',
      textSize: 'small',
      alignment: 'justify',
      folio: { number: 3 },
      panels: 'last',
      captions: ['', ''],
      pictures: [null, { altText: 'A moth on a lamp', frame: { turn: 5 } }],
      bubbles: [{ panel: 1, text: 'Is it dawn?', x: 0.45, y: 0.2, tail: 'right' }],
    },
    ...['Milk', 'Dusk', 'Sugar', 'Dawn'].map((title, index) => ({ title, folio: { number: index + 4 } })),
    { template: 'back' },
  ])
  const { frame } = recipes[2].pictures[1]
  expect(frame.zoom).toBeGreaterThan(1)
  expect(frame.x).not.toBe(0.5)

  await reload(page)
  await pageButton(page, 3).click()
  await press(page, 'Edit page 3')
  await expect(field(page, 'What it says')).toHaveValue('Is it dawn?')
  await expect(maker(page).getByRole('slider', { name: 'Turn' })).toHaveAttribute('aria-valuetext', '5°')
  await expect(maker(page).getByRole('radio', { name: 'Large last' })).toBeChecked()
  expect(await storedRecipes(page)).toEqual(recipes)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  type Point = { x: number; y: number }

  /** Puts fingers on the screen, moves each to its last point, and lifts them. */
  async function touch(page: Page, fingers: [from: Point, to: Point][]) {
    const client = await page.context().newCDPSession(page)
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints })
    const at = (share: number) =>
      fingers.map(([from, to], id) => ({
        x: from.x + (to.x - from.x) * share,
        y: from.y + (to.y - from.y) * share,
        id,
      }))
    await send('touchStart', at(0))
    for (const share of [0.25, 0.5, 0.75, 1]) await send('touchMove', at(share))
    await send('touchEnd', [])
    await client.detach()
  }

  /** Touches an input of a range at a share of its width. */
  async function touchRange(range: Locator, share: number) {
    await range.scrollIntoViewIfNeeded()
    const { width = 0, height = 0 } = (await range.boundingBox()) ?? {}
    await range.tap({ position: { x: width * share, y: height / 2 } })
  }

  test('an uploaded picture is opened in the maker, dragged, pinched, and printed otherwise', async ({ page }) => {
    test.slow()
    await openTable(page)
    await page.getByLabel('Choose images').setInputFiles(fixtures('photo-sideways-gps.jpg'))
    await isSent(page)
    await page.getByRole('button', { name: 'Edit page 1' }).tap()
    const frame = maker(page).getByRole('button', { name: 'Part of the image to show' })
    const zoom = maker(page).getByRole('slider', { name: 'Zoom' })
    const shown = group(maker(page), 'Image').getByRole('img')
    const place = () => shown.evaluate((img) => img.style.cssText)
    await expect(frame).toBeVisible()
    await expect(maker(page).locator('canvas[data-drawn]')).toBeVisible()
    await frame.scrollIntoViewIfNeeded()
    const box = await frame.boundingBox()
    if (!box) throw new Error('The frame has no place.')
    const within = (x: number, y: number) => ({ x: box.x + box.width * x, y: box.y + box.height * y })

    await touch(page, [
      [within(0.45, 0.5), within(0.1, 0.5)],
      [within(0.55, 0.5), within(0.9, 0.5)],
    ])
    await expect(zoom).not.toHaveValue('1')
    const pinched = await place()
    await touch(page, [[within(0.5, 0.5), within(0.7, 0.6)]])
    await expect.poll(place).not.toBe(pinched)

    // Chromium counts a tap within the next moment as a part of the gesture.
    await expect(async () => {
      await maker(page).getByText('Photocopy', { exact: true }).tap()
      await expect(maker(page).getByRole('radio', { name: 'Photocopy' })).toBeChecked({ timeout: 1_000 })
    }).toPass()
    const brightness = maker(page).getByRole('slider', { name: 'Brightness' })
    await touchRange(brightness, 0.75)
    await expect(brightness).not.toHaveValue('0')
    await touchRange(maker(page).getByRole('slider', { name: 'Contrast' }), 0.25)
    await maker(page).getByText('White paper (for scans)').tap()
    await expect(maker(page).getByRole('checkbox', { name: 'White paper (for scans)' })).toBeChecked()
    await field(page, 'Heading').fill('The porch')
    await maker(page).getByRole('button', { name: 'Save page' }).tap()
    await isSent(page)
    const recipes = await storedRecipes(page)
    expect(recipes).toMatchObject([
      { template: 'full-bleed', title: 'The porch', treatment: 'photocopy', whitensPaper: true },
    ])
    const [{ brightness: lighter, contrast, pictures }] = recipes
    expect([lighter > 0, contrast < 0, pictures[0].frame.zoom > 1]).toEqual([true, true, true])

    await reload(page)
    await page.getByRole('button', { name: 'Edit page 1' }).tap()
    await expect(zoom).not.toHaveValue('1')
    await expect(maker(page).getByRole('radio', { name: 'Photocopy' })).toBeChecked()
    await expect(brightness).toHaveValue(String(lighter))
    expect(await storedRecipes(page)).toEqual(recipes)
  })
})
