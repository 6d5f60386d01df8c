import { afterEach, beforeEach, expect, test } from 'vitest'
import { holdClicks } from './early-clicks.ts'

let seen: string[]
let letThrough: () => void

beforeEach(() => {
  document.body.innerHTML = `<a href="/about" id="link">About</a><button type="button" id="button">Upload</button>
    <button type="submit" id="submit">Search</button>`
  seen = []
  letThrough = holdClicks(document)
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

test('what works without scripts is not held', () => {
  click('submit')
  expect(seen).toEqual(['submit'])
})

test('a click on something that is gone is forgotten', () => {
  click('button')
  document.getElementById('button')?.remove()
  letThrough()
  expect(seen).toEqual([])
})
