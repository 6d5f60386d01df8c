import { useEffect } from 'react'
import { expect, test, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { useSearchText } from './search-field.tsx'

async function typing(settled: string) {
  const handedOver: string[] = []
  const hook = await renderHook(
    (props) => useSearchText(props?.settled ?? '', (text) => handedOver.push(text), props?.tab),
    { initialProps: { settled, tab: 'all' } },
  )
  const type = async (text: string) => {
    await hook.act(() => hook.result.current.type(text))
    await hook.act(() => hook.result.current.settle(text))
  }
  return { ...hook, type, handedOver, text: () => hook.result.current.text }
}

test('a late address change does not replace newer text', async () => {
  const { type, text, rerender, handedOver } = await typing('')
  await type('moth')
  await type('moths')
  await rerender({ settled: 'moth', tab: 'all' })
  expect(text()).toBe('moths')
  await rerender({ settled: 'moths', tab: 'all' })
  expect(text()).toBe('moths')
  expect(handedOver).toEqual(['moth', 'moths'])
})

test('submitted text is submitted again if another tab was opened before it returned', async () => {
  const { type, rerender, handedOver } = await typing('')
  await type('moth')
  await rerender({ settled: '', tab: 'popular' })
  expect(handedOver).toEqual(['moth', 'moth'])
  await rerender({ settled: 'moth', tab: 'popular' })
  await rerender({ settled: '', tab: 'all' })
  expect(handedOver).toEqual(['moth', 'moth'])
})

test('a pause that ends just when the address changes does not bring back what stood there', async () => {
  vi.useFakeTimers()
  const handedOver: string[] = []
  const hook = await renderHook(
    (props) => {
      const settled = props?.settled ?? ''
      const search = useSearchText(settled, (text) => handedOver.push(text))
      // Runs between the effects of this change and the next render.
      useEffect(() => void (settled === '' && vi.runAllTimers()), [settled])
      return search
    },
    { initialProps: { settled: 'submarine' } },
  )
  await hook.rerender({ settled: '' })
  vi.useRealTimers()
  expect(hook.result.current.text).toBe('')
  expect(handedOver).toEqual([])
})
