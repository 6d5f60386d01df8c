import { expect, test } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { useSearchText } from './search-field.tsx'

async function typing(settled: string) {
  const handedOver: string[] = []
  const hook = await renderHook(
    (props) => useSearchText(props?.settled ?? '', (text) => handedOver.push(text)),
    { initialProps: { settled } },
  )
  const type = async (text: string) => {
    await hook.act(() => hook.result.current.type(text))
    await hook.act(() => hook.result.current.settle(text))
  }
  return { ...hook, type, handedOver, text: () => hook.result.current.text }
}

test('an address that comes late does not take back what was typed since', async () => {
  const { type, text, rerender, handedOver } = await typing('')
  await type('moth')
  await type('moths')
  await rerender({ settled: 'moth' })
  expect(text()).toBe('moths')
  await rerender({ settled: 'moths' })
  expect(text()).toBe('moths')
  expect(handedOver).toEqual(['moth', 'moths'])
})

test('an address that somebody goes back to is followed, though it was typed once', async () => {
  const { type, text, rerender } = await typing('')
  await type('moth')
  await type('lamp')
  await rerender({ settled: 'moth' })
  await rerender({ settled: 'lamp' })
  await rerender({ settled: 'moth' })
  expect(text()).toBe('moth')
})
