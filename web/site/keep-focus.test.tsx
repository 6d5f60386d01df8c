import { afterEach, beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { keepFocus } from './keep-focus.ts'

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
  stop = keepFocus(document.body)
})

afterEach(() => {
  stop()
  document.body.innerHTML = ''
})

function at(selector: string) {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`There is no ${selector}`)
  return found
}
const focused = () => document.activeElement?.textContent
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 250))

test.each([
  ['after it', 'li:nth-child(2)', 'button', 'three'],
  ['before it, where none is after', 'li:last-child', 'a', 'two'],
])('what comes %s gets focus when an element is removed', async (_, gone, part, next) => {
  at(`${gone} ${part}`).focus()
  at(gone).remove()
  await expect.poll(focused).toBe(next)
})

test('an element that had focus before the watcher started is handled too', async () => {
  stop()
  at('li:nth-child(2) button').focus()
  stop = keepFocus(document.body)
  at('li:nth-child(2)').remove()
  await expect.poll(focused).toBe('three')
})

test('where nothing is left to focus, it is the part of the page around it', async () => {
  at('#redo').focus()
  at('section').replaceChildren('Nothing here yet.')
  await expect.poll(() => document.activeElement).toBe(at('section'))
})

test('a replacement element gets focus', async () => {
  at('li a').focus()
  const empty = document.createElement('div')
  empty.innerHTML = '<h2>No zines yet</h2><button>Upload</button>'
  at('ul').replaceWith(empty)
  await expect.poll(focused).toBe('Upload')
})

test('another page has focus as a whole', async () => {
  at('li a').focus()
  const page = document.createElement('main')
  page.innerHTML = '<a href="#back">Back</a>'
  at('main').replaceWith(page)
  await expect.poll(() => document.activeElement).toBe(page)
})

test('a button disabled while focused passes focus to its neighbour', async () => {
  at('#redo').focus()
  at('#redo').setAttribute('disabled', '')
  await expect.poll(focused).toBe('undo')
})

test('an explicit focus target is respected', async () => {
  at('li a').focus()
  at('li').remove()
  setTimeout(() => at('#undo').focus(), 10)
  await aMoment()
  expect(focused()).toBe('undo')
})

test('the second click of a double click takes no focus from what replaced the button', async () => {
  at('#undo').addEventListener('click', () => {
    at('section').innerHTML = '<h2 tabindex="-1">Done</h2>'
    at('h2').focus()
  })
  await userEvent.dblClick(at('#undo'))
  await aMoment()
  expect(focused()).toBe('Done')
})

test('after a click on empty space nothing has focus', async () => {
  at('li a').focus()
  await userEvent.click(at('p'))
  await aMoment()
  at('li').remove()
  await aMoment()
  expect(document.activeElement).toBe(document.body)
})
