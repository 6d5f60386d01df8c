import { useEffect } from 'react'
import { expect, test, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { useSearchText } from './search-field.tsx'

async function typing(settled: string) {
  const appliedTexts: string[] = []
  const hook = await renderHook(
    (props) => useSearchText(props?.settled ?? '', (text) => appliedTexts.push(text), props?.tab),
    { initialProps: { settled, tab: 'all' } },
  )
  const type = async (text: string) => {
    await hook.act(() => hook.result.current.changeText(text))
    await hook.act(() => hook.result.current.applyText(text))
  }
  return { ...hook, type, appliedTexts, text: () => hook.result.current.text }
}

test('a late address change does not replace newer text', async () => {
  const { type, text, rerender, appliedTexts } = await typing('')
  await type('moth')
  await type('moths')
  await rerender({ settled: 'moth', tab: 'all' })
  expect(text()).toBe('moths')
  await rerender({ settled: 'moths', tab: 'all' })
  expect(text()).toBe('moths')
  expect(appliedTexts).toEqual(['moth', 'moths'])
})

test('submitted text is submitted again if another tab was opened before it returned', async () => {
  const { type, rerender, appliedTexts } = await typing('')
  await type('moth')
  await rerender({ settled: '', tab: 'popular' })
  expect(appliedTexts).toEqual(['moth', 'moth'])
  await rerender({ settled: 'moth', tab: 'popular' })
  await rerender({ settled: '', tab: 'all' })
  expect(appliedTexts).toEqual(['moth', 'moth'])
})

test('a pause that ends just when the address changes does not bring back what stood there', async () => {
  vi.useFakeTimers()
  const appliedTexts: string[] = []
  const hook = await renderHook(
    (props) => {
      const settled = props?.settled ?? ''
      const search = useSearchText(settled, (text) => appliedTexts.push(text))
      // Runs between the effects of this change and the next render.
      useEffect(() => void (settled === '' && vi.runAllTimers()), [settled])
      return search
    },
    { initialProps: { settled: 'submarine' } },
  )
  await hook.rerender({ settled: '' })
  vi.useRealTimers()
  expect(hook.result.current.text).toBe('')
  expect(appliedTexts).toEqual([])
})
