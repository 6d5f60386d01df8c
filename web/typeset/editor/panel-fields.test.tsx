import { useState } from 'react'
import { Upload } from 'tus-js-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '#web/styles.css'
import type { PageRecipe } from '#contract/page-recipe.ts'
import { button, expectGone, expectVisible } from '#web/site/expectations.testing.ts'
import { fakeServer, member, renderInSite } from '#web/site/site.testing.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { blankRecipe } from '../recipe.ts'
import css from './page-maker.module.css'
import { PanelFields } from './panel-fields.tsx'

const server = fakeServer({})
const bubble = { panel: 0, text: 'Late again.', x: 0.5, y: 0.1, tail: 'left' as const }

/** Shows the fields in a pane that scrolls, in a dialog. */
async function openPanels(captions: string[]) {
  let current: PageRecipe = { ...blankRecipe('comic'), captions, pictures: captions.map(() => null), bubbles: [bubble] }
  const close = vi.fn()
  function Fields() {
    const [recipe, setRecipe] = useState(current)
    current = recipe
    return (
      <FormDialog title="Edit page" onClose={close}>
        <div className={css.fields} style={{ height: 400 }}>
          <PanelFields
            recipe={recipe}
            drawing={undefined}
            pictures={[]}
            onChange={(update) => setRecipe((before) => ({ ...before, ...update }))}
            onSending={() => undefined}
          />
        </div>
      </FormDialog>
    )
  }
  await renderInSite(<Fields />, { viewer: member })
  await expectVisible(button('Move panel 1 down'))
  return { close, captions: () => current.captions, recipe: () => current }
}

const handle = (number: number) => page.getByRole('button', { name: `Move panel ${number}`, exact: true })
const panel = (number: number) => page.getByRole('group', { name: `Panel ${number}`, exact: true })

test('a panel is dragged with the mouse, with its words', async () => {
  const { captions, recipe } = await openPanels(['One', 'Two'])
  await handle(2).dropTo(handle(1), { steps: 20 })
  await expect.poll(captions).toEqual(['Two', 'One'])
  expect(recipe().bubbles).toEqual([{ ...bubble, panel: 1 }])
  await expect.element(page.getByText('Panel 2 is now panel 1.')).toHaveAttribute('role', 'status')
  await expect.element(handle(1)).toHaveFocus()
})

/** Sends a pointer event to a handle. There is no such pointer to capture. */
function point(element: HTMLElement, type: string, y: number, pointerType: string) {
  element.setPointerCapture = () => undefined
  const { x } = element.getBoundingClientRect()
  const pointer = { pointerType, pointerId: 7, isPrimary: true, clientX: x + 20, clientY: y }
  element.dispatchEvent(new PointerEvent(type, { bubbles: true, ...pointer }))
}

test.each(['touch', 'pen'])('the fields scroll to a panel that is not in view: %s', async (pointerType) => {
  const { captions } = await openPanels(['One', 'Two', 'Three', 'Four', 'Five', 'Six'])
  const element = (await handle(1).findElement()) as HTMLElement
  const pane = element.closest(`.${css.fields}`) as HTMLElement
  expect(getComputedStyle(element).touchAction).toBe('none')
  element.scrollIntoView({ block: 'center' })
  const { bottom } = pane.getBoundingClientRect()
  point(element, 'pointerdown', element.getBoundingClientRect().y + 20, pointerType)
  point(element, 'pointermove', bottom - 80, pointerType)
  await expect.poll(() => panel(6).element().getAttribute('data-drop')).toBe('after')
  await expect.poll(() => panel(6).element().getBoundingClientRect().bottom).toBeLessThan(bottom)
  await expect.poll(() => element.getBoundingClientRect().y + 20).toBeCloseTo(bottom - 80, 0)
  point(element, 'pointerup', bottom - 80, pointerType)
  await expect.poll(captions).toEqual(['Two', 'Three', 'Four', 'Five', 'Six', 'One'])
  expect(element.getBoundingClientRect().bottom).toBeLessThanOrEqual(bottom)
})

test('Escape ends a drag, and the dialog stays open', async () => {
  const { close, captions } = await openPanels(['One', 'Two'])
  const element = (await handle(2).findElement()) as HTMLElement
  element.scrollIntoView({ block: 'center' })
  const { y } = element.getBoundingClientRect()
  point(element, 'pointerdown', y, 'mouse')
  point(element, 'pointermove', y - 80, 'mouse')
  await expect.poll(() => panel(2).element().hasAttribute('data-held')).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => panel(2).element().hasAttribute('data-held')).toBe(false)
  point(element, 'pointerup', y - 80, 'mouse')
  expect(captions()).toEqual(['One', 'Two'])
  expect(close).not.toHaveBeenCalled()
})

test('keys and buttons move a panel, and the focus goes with it', async () => {
  const { captions } = await openPanels(['One', 'Two', 'Three', 'Four'])
  await button('Move panel 4 up').click()
  await expect.element(button('Move panel 3 up')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Move panel 2 up')).toHaveFocus()
  expect(captions()).toEqual(['One', 'Four', 'Two', 'Three'])
  ;(handle(2).element() as HTMLElement).focus()
  await userEvent.keyboard('{End}{ArrowUp}')
  await expect.element(handle(3)).toHaveFocus()
  expect(captions()).toEqual(['One', 'Two', 'Four', 'Three'])
  await userEvent.keyboard('{Home}')
  await expect.element(handle(1)).toHaveFocus()
  expect(captions()).toEqual(['Four', 'One', 'Two', 'Three'])
})

test('an upload stays with its panel when panels move, and ends when its panel is removed', async () => {
  const uploads: Upload[] = []
  const start = vi.spyOn(Upload.prototype, 'start').mockImplementation(function (this: Upload) {
    uploads.push(this)
  })
  onTestFinished(() => start.mockRestore())
  const { recipe } = await openPanels(['One', 'Two', 'Three'])
  for (const number of [1, 2])
    await page
      .getByLabelText(`Choose image ${number}`)
      .upload(new File([new Uint8Array(8)], 'moth.png', { type: 'image/png' }))
  await expect.poll(() => uploads.length).toBe(2)
  await button('Move panel 2 down').click()
  await button('Move panel 1 down').click()
  await expectVisible(panel(3).getByText('Uploading the image…'))
  await expectVisible(panel(2).getByText('Uploading the image…'))
  await button('Remove panel 2').click()
  await expectGone(panel(1).getByText('Uploading the image…'))
  const url = `/api/uploads/${'a'.repeat(32)}`
  const address = `/media/${'1'.repeat(32)}-1600.webp`
  server.responses[`${url}/media`] = {
    kind: 'image',
    url: address,
    posterUrl: null,
    width: 40,
    height: 30,
    placeholder: null,
  }
  for (const upload of uploads) {
    upload.url = url
    upload.options.onSuccess?.({} as never)
  }
  await expect.poll(() => recipe().pictures.map((picture) => picture?.url)).toEqual([undefined, address])
  expect(recipe().captions).toEqual(['Three', 'Two'])
})
