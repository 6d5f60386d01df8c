import { afterEach, beforeEach, expect, test } from 'vitest'
import { holdClicks } from './early-clicks.ts'

let clicked: string[]
let release: () => void

beforeEach(() => {
  document.body.innerHTML = `<a href="/about" id="link">About</a><button type="button" id="button">Upload</button>
    <button type="submit" id="submit">Search</button>`
  clicked = []
  release = holdClicks(document)
  document.body.addEventListener('click', (event) => {
    if (!event.defaultPrevented) clicked.push((event.target as HTMLElement).id)
    event.preventDefault()
  })
})
afterEach(() => release())

const click = (id: string) => document.getElementById(id)?.click()

test('the last early click is repeated once the page answers', () => {
  click('button')
  click('link')
  expect(clicked).toEqual([])
  release()
  expect(clicked).toEqual(['link'])
  click('button')
  expect(clicked).toEqual(['link', 'button'])
})

test('a queued click is not handled meanwhile by other listeners', () => {
  let clickCount = 0
  const onClick = () => {
    clickCount += 1
  }
  document.addEventListener('click', onClick)
  click('button')
  expect(clickCount).toBe(0)
  release()
  expect(clickCount).toBe(1)
  document.removeEventListener('click', onClick)
})

test('clicks that work without scripts are not queued', () => {
  click('submit')
  expect(clicked).toEqual(['submit'])
})

test.each(['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])('a press with %s is not held', (key) => {
  document
    .getElementById('link')
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, [key]: true }))
  expect(clicked).toEqual(['link'])
})

test('a click on a removed element is forgotten', () => {
  click('button')
  document.getElementById('button')?.remove()
  release()
  expect(clicked).toEqual([])
})

const isBusy = (id: string) => document.getElementById(id)?.getAttribute('aria-busy') === 'true'

test('an early click shows immediately, until it is replayed or something else is clicked', () => {
  click('button')
  expect(isBusy('button')).toBe(true)
  click('link')
  expect([isBusy('button'), isBusy('link')]).toEqual([false, true])
  release()
  expect(isBusy('link')).toBe(false)
})

test('on a slow connection a link works as a plain link immediately, and a button click is queued', () => {
  release()
  release = holdClicks(document, { isSlow: true })
  click('button')
  click('link')
  expect(clicked).toEqual(['link'])
  expect(isBusy('link')).toBe(true)
  window.dispatchEvent(new Event('pagehide'))
  expect(isBusy('link')).toBe(false)
})
