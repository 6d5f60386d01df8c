import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderInEnglish } from '#web/languages/render-in-english.testing.tsx'
import { expectGone, expectVisible } from '#web/site/expectations.testing.ts'
import { Menu, MenuItem } from '../controls/menu.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

const opener = page.getByRole('button', { name: 'Open' })
const dialog = page.getByRole('dialog')

function Opened({ autofocus }: { autofocus?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog open={open} onOpenChange={setOpen} title="New Project" description="Write something down.">
        <input aria-label="Title" data-autofocus={autofocus || undefined} />
      </Dialog>
    </>
  )
}

test('focus moves into the dialog or to its prompt, and returns to its opener', async () => {
  const { rerender } = await renderInEnglish(<Opened />)
  await opener.click()
  await expect.element(dialog).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expectGone(dialog)
  await expect.element(opener).toHaveFocus()
  await rerender(<Opened autofocus />)
  await opener.click()
  await expect.element(page.getByLabelText('Title')).toHaveFocus()
  // The only banner of a page is the site's header.
  expect(
    page
      .getByRole('banner')
      .elements()
      .map((element) => element.outerHTML),
  ).toEqual([])
})

function Deleting({ onConfirm }: { onConfirm: () => Promise<void> }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Menu
        trigger={
          <button type="button" aria-label="Zine menu">
            …
          </button>
        }
      >
        <MenuItem danger onSelect={() => setOpen(true)}>
          Delete Zine
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Delete Zine"
        message='Are you sure you want to delete "Slugs"? This action cannot be undone.'
        confirmLabel="Delete Zine"
        busyLabel="Deleting…"
        onConfirm={async () => {
          await onConfirm()
          setOpen(false)
        }}
      />
    </>
  )
}

const question = page.getByRole('alertdialog')
const menuButton = page.getByRole('button', { name: 'Zine menu' })

async function openQuestion() {
  await menuButton.click()
  await page.getByRole('menuitem', { name: 'Delete Zine' }).click()
  await expectVisible(question)
}

test('a question starts on Cancel, and cancelling goes back to the button of its menu', async () => {
  await renderInEnglish(<Deleting onConfirm={async () => undefined} />)
  await openQuestion()
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expectGone(question)
  await expect.element(menuButton).toHaveFocus()
})

test('confirming twice does it once, and the question stays until it is done', async () => {
  let times = 0
  const deleting = Promise.withResolvers<void>()
  const onConfirm = () => {
    times += 1
    return deleting.promise
  }
  await renderInEnglish(<Deleting onConfirm={onConfirm} />)
  await openQuestion()
  const confirm = question.getByRole('button', { name: 'Delete Zine' }).element() as HTMLButtonElement
  confirm.click()
  confirm.click()
  await expect.element(page.getByRole('button', { name: 'Deleting…' })).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  await expectVisible(question)
  deleting.resolve()
  await expectGone(question)
  expect(times).toBe(1)
})
