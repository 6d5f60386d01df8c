import { afterEach, beforeEach, expect, test } from 'vitest'
import { holdPresses } from './early-presses.ts'

let seen: string[]
let letThrough: () => void

beforeEach(() => {
  document.body.innerHTML = `<a href="/about" id="link">About</a><button type="button" id="button">Upload</button>
    <button type="submit" id="submit">Search</button>`
  seen = []
  letThrough = holdPresses(document)
  document.body.addEventListener('click', (event) => {
    if (!event.defaultPrevented) seen.push((event.target as HTMLElement).id)
    event.preventDefault()
  })
})
afterEach(() => letThrough())

const click = (id: string) => document.getElementById(id)?.click()

test('the last early click is repeated once the page answers', () => {
  click('button')
  click('link')
  expect(seen).toEqual([])
  letThrough()
  expect(seen).toEqual(['link'])
  click('button')
  expect(seen).toEqual(['link', 'button'])
})

test('a queued click is not handled meanwhile by other listeners', () => {
  let answered = 0
  const answer = () => {
    answered += 1
  }
  document.addEventListener('click', answer)
  click('button')
  expect(answered).toBe(0)
  letThrough()
  expect(answered).toBe(1)
  document.removeEventListener('click', answer)
})

test('clicks that work without scripts are not queued', () => {
  click('submit')
  expect(seen).toEqual(['submit'])
})

test.each(['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])('a press with %s is not held', (key) => {
  document
    .getElementById('link')
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, [key]: true }))
  expect(seen).toEqual(['link'])
})

test('a click on a removed element is forgotten', () => {
  click('button')
  document.getElementById('button')?.remove()
  letThrough()
  expect(seen).toEqual([])
})

const isBusy = (id: string) => document.getElementById(id)?.getAttribute('aria-busy') === 'true'

test('an early click shows immediately, until it is replayed or something else is clicked', () => {
  click('button')
  expect(isBusy('button')).toBe(true)
  click('link')
  expect([isBusy('button'), isBusy('link')]).toEqual([false, true])
  letThrough()
  expect(isBusy('link')).toBe(false)
})

test('on a slow connection a link works as a plain link immediately, and a button click is queued', () => {
  letThrough()
  letThrough = holdPresses(document, { isSlow: true })
  click('button')
  click('link')
  expect(seen).toEqual(['link'])
  expect(isBusy('link')).toBe(true)
  window.dispatchEvent(new Event('pagehide'))
  expect(isBusy('link')).toBe(false)
})
