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

test('a press that is kept is not answered meanwhile, by whoever listens already', () => {
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

test('what works without scripts is not held', () => {
  click('submit')
  expect(seen).toEqual(['submit'])
})

test.each(['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])('a press with %s is not held', (key) => {
  document
    .getElementById('link')
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, [key]: true }))
  expect(seen).toEqual(['link'])
})

test('a click on something that is gone is forgotten', () => {
  click('button')
  document.getElementById('button')?.remove()
  letThrough()
  expect(seen).toEqual([])
})

const isBusy = (id: string) => document.getElementById(id)?.getAttribute('aria-busy') === 'true'

test('what is pressed early looks so at once, until it is repeated or something else is pressed', () => {
  click('button')
  expect(isBusy('button')).toBe(true)
  click('link')
  expect([isBusy('button'), isBusy('link')]).toEqual([false, true])
  letThrough()
  expect(isBusy('link')).toBe(false)
})

test('on a slow line a link acts as a plain one, at once, and a button is held', () => {
  letThrough()
  letThrough = holdPresses(document, { isSlow: true })
  click('button')
  click('link')
  expect(seen).toEqual(['link'])
  expect(isBusy('link')).toBe(true)
  window.dispatchEvent(new Event('pagehide'))
  expect(isBusy('link')).toBe(false)
})
