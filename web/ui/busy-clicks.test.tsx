import { afterEach, beforeEach, expect, test } from 'vitest'
import { showBusyWhile, trackClicks, whenIdle } from './busy-clicks.ts'

let stop: () => void
beforeEach(() => {
  document.body.innerHTML = `<a href="#there" id="link">There</a><button type="button" id="button"><b>Upload</b></button>
    <button type="button" id="menu">Menu</button><div role="menu" aria-labelledby="menu"><div role="menuitem" id="item">Edit</div></div>`
  stop = trackClicks(document)
})
afterEach(() => stop())

const byId = (id: string) => document.getElementById(id) as HTMLElement
const busy = () => [...document.querySelectorAll('[aria-busy="true"]')].map(({ id }) => id)

test('a clicked control looks busy until its code has loaded or failed', async () => {
  const code = Promise.withResolvers<string>()
  byId('button').querySelector('b')?.click()
  const loaded = showBusyWhile(code.promise)
  expect(busy()).toEqual(['button'])
  code.resolve('the dialog')
  expect(await loaded).toBe('the dialog')
  expect(busy()).toEqual([])
  byId('link').click()
  await expect(showBusyWhile(Promise.reject(new TypeError('no line')))).rejects.toThrow('no line')
  expect(busy()).toEqual([])
})

test('for a removed menu item, the menu’s button looks busy', async () => {
  const code = Promise.withResolvers<void>()
  byId('item').click()
  const loaded = showBusyWhile(code.promise)
  expect(busy()).toEqual(['menu'])
  code.resolve()
  await loaded
})

test('background work waits until the clicked control has loaded', async () => {
  stop()
  const code = Promise.withResolvers<void>()
  const done: string[] = []
  const idleTask = whenIdle().then(() => done.push('the rest'))
  void showBusyWhile(code.promise).then(() => done.push('what was pressed'))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(done).toEqual([])
  code.resolve()
  await idleTask
  expect(done).toEqual(['what was pressed', 'the rest'])
})
