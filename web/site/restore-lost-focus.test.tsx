import { afterEach, beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { restoreLostFocus } from './restore-lost-focus.ts'

let stop: () => void

beforeEach(() => {
  document.body.innerHTML = `
    <header><a href="#home">Home</a></header>
    <main>
      <p>Some words to click on</p>
      <section>
        <ul>
          <li><a href="#one">one</a></li>
          <li><a href="#two">two</a> <button type="button">heart</button></li>
          <li><a href="#three">three</a></li>
        </ul>
        <button id="undo" type="button">undo</button><button id="redo" type="button">redo</button>
      </section>
    </main>`
  stop = restoreLostFocus(document.body)
})

afterEach(() => {
  stop()
  document.body.innerHTML = ''
})

function find(selector: string) {
  const element = document.querySelector<HTMLElement>(selector)
  if (!element) throw new Error(`There is no ${selector}`)
  return element
}
const focused = () => document.activeElement?.textContent
const shortDelay = () => new Promise((resolve) => setTimeout(resolve, 250))

test.each([
  ['after it', 'li:nth-child(2)', 'button', 'three'],
  ['before it, where none is after', 'li:last-child', 'a', 'two'],
])('the element %s gets focus when an element is removed', async (_, removed, focusedPart, next) => {
  find(`${removed} ${focusedPart}`).focus()
  find(removed).remove()
  await expect.poll(focused).toBe(next)
})

test('an element that had focus before the watcher started is handled too', async () => {
  stop()
  find('li:nth-child(2) button').focus()
  stop = restoreLostFocus(document.body)
  find('li:nth-child(2)').remove()
  await expect.poll(focused).toBe('three')
})

test('where nothing is left to focus, it is the part of the page around it', async () => {
  find('#redo').focus()
  find('section').replaceChildren('Nothing here yet.')
  await expect.poll(() => document.activeElement).toBe(find('section'))
})

test('a replacement element gets focus', async () => {
  find('li a').focus()
  const empty = document.createElement('div')
  empty.innerHTML = '<h2>No zines yet</h2><button>Upload</button>'
  find('ul').replaceWith(empty)
  await expect.poll(focused).toBe('Upload')
})

test('another page has focus as a whole', async () => {
  find('li a').focus()
  const page = document.createElement('main')
  page.innerHTML = '<a href="#back">Back</a>'
  find('main').replaceWith(page)
  await expect.poll(() => document.activeElement).toBe(page)
})

test('the next page shows a focus ring after a key, and none after a menu entry is chosen with the mouse', async () => {
  const openPage = () => {
    const next = document.createElement('main')
    next.innerHTML = '<button role="menuitem">Open</button>'
    find('main').replaceWith(next)
    const item = find('[role="menuitem"]')
    item.addEventListener('pointermove', () => item.focus())
    item.addEventListener('click', openPage)
  }
  openPage()
  for (const choose of [() => userEvent.click(find('main button')), pressEnterOnButton]) {
    const before = find('main')
    await choose()
    await expect.poll(() => document.activeElement).toBe(find('main'))
    expect(find('main')).not.toBe(before)
    expect(find('main').matches(':focus-visible')).toBe(choose === pressEnterOnButton)
  }
})

async function pressEnterOnButton() {
  find('main button').focus()
  await userEvent.keyboard('{Enter}')
}

test('a button disabled while focused passes focus to its neighbour', async () => {
  find('#redo').focus()
  find('#redo').setAttribute('disabled', '')
  await expect.poll(focused).toBe('undo')
})

test('an explicit focus target is respected', async () => {
  find('li a').focus()
  find('li').remove()
  setTimeout(() => find('#undo').focus(), 10)
  await shortDelay()
  expect(focused()).toBe('undo')
})

test('the second click of a double click takes no focus from what replaced the button', async () => {
  find('#undo').addEventListener('click', () => {
    find('section').innerHTML = '<h2 tabindex="-1">Done</h2>'
    find('h2').focus()
  })
  await userEvent.dblClick(find('#undo'))
  await shortDelay()
  expect(focused()).toBe('Done')
})

test('after a click on empty space nothing has focus', async () => {
  find('li a').focus()
  await userEvent.click(find('p'))
  await shortDelay()
  find('li').remove()
  await shortDelay()
  expect(document.activeElement).toBe(document.body)
})
