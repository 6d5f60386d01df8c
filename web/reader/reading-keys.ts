import { t } from '@lingui/core/macro'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { ReadingDirection } from '#contract/aspect-ratios.ts'
import { isFullScreen, leaveFullScreen } from './use-full-screen.ts'

type Command =
  | 'next'
  | 'previous'
  | 'first'
  | 'last'
  | 'mode'
  | 'shift'
  | 'fullScreen'
  | 'words'
  | 'bars'
  | 'larger'
  | 'smaller'
  | 'fitPage'
  | 'keys'
  | 'leave'

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

const characterKeys: Record<string, Command> = {
  d: 'mode',
  s: 'shift',
  f: 'fullScreen',
  t: 'words',
  b: 'bars',
  '+': 'larger',
  '=': 'larger',
  '-': 'smaller',
  '0': 'fitPage',
  '?': 'keys',
}

/** Maps a key to a command. Arrows follow the reading direction. Single characters can be turned off. */
export function commandOf(
  { key, shiftKey, ctrlKey, metaKey, altKey }: Pressed,
  { direction, hasLetters }: { direction: ReadingDirection; hasLetters: boolean },
): Command | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  if (key === ' ') return shiftKey ? 'previous' : 'next'
  const command = characterKeys[key.toLowerCase()]
  if (command) return hasLetters ? command : undefined
  if (shiftKey) return undefined
  const isOnward = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  if (key === 'ArrowLeft' || key === 'ArrowRight') return key === isOnward ? 'next' : 'previous'
  return namedKeys[key]
}

/** Page keys also come from pedals and clickers, which do not know the reading direction. */
const namedKeys: Record<string, Command> = {
  PageDown: 'next',
  PageUp: 'previous',
  Home: 'first',
  End: 'last',
  Escape: 'leave',
}

const moves: Record<string, [across: number, down: number]> = {
  ArrowLeft: [-0.1, 0],
  ArrowRight: [0.1, 0],
  ArrowUp: [0, -0.1],
  ArrowDown: [0, 0.1],
  PageUp: [0, -0.9],
  PageDown: [0, 0.9],
}

export const moveOf = ({ key, shiftKey, ctrlKey, metaKey, altKey }: Pressed) => {
  if (ctrlKey || metaKey || altKey) return undefined
  if (key === ' ') return moves[shiftKey ? 'PageUp' : 'PageDown']
  return shiftKey ? undefined : moves[key]
}

export const keyList = (direction: ReadingDirection): [keys: string[], meaning: string][] => [
  [
    [
      direction === 'rtl' ? '←' : '→',
      t({ message: 'Space', context: 'key' }),
      t({ message: 'Page Down', context: 'key' }),
    ],
    t`Next page`,
  ],
  [
    [
      direction === 'rtl' ? '→' : '←',
      t({ message: 'Shift Space', context: 'key' }),
      t({ message: 'Page Up', context: 'key' }),
    ],
    t`Previous page`,
  ],
  [[t({ message: 'Home', context: 'key' })], t`Cover`],
  [[t({ message: 'End', context: 'key' })], t`Last page`],
  [['D'], t`One page, or two side by side`],
  [['S'], t`Shift by one page`],
  [['F'], t`Full screen`],
  [['T'], t`Words on this page`],
  [['B'], t`Show or hide the bars`],
  [['+', '−'], t`Zoom in, zoom out`],
  [['0'], t`Whole page`],
  [['?'], t`This list`],
  [[t({ message: 'Esc', context: 'key' })], t`Back to the zine`],
]

export type Commands = Record<Command, () => void>
type Keys = Parameters<typeof commandOf>[1]

/** Elements that handle keys themselves. */
const ownKeysSelector =
  'input:not([type="range"]), select, textarea, [popover], [role="dialog"], [role="alertdialog"], [role="menu"]'
const pressableSelector = 'a, button, summary'

/** Handles keys anywhere on the page. Scrolls an enlarged page before turning it. */
export function useReadingKeys(stage: RefObject<HTMLElement | null>, commands: Commands, keys: Keys) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    const element = target instanceof Element ? target : document.body
    if (event.defaultPrevented || element.closest(ownKeysSelector) || document.querySelector(':popover-open')) return
    if (event.key === ' ' && element.closest(pressableSelector)) return
    // The page slider moves to pages in any zoom, and turns them with the reader's keys.
    if (stage.current && !element.matches('input') && scrollStage(stage.current, event)) return
    const command = commandOf(event, keys)
    if (!command) return
    event.preventDefault()
    if (command === 'leave' && isFullScreen()) leaveFullScreen()
    else commands[command]()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Returns whether the key scrolls. Chromium loses its own scrolling of a focused stage soon after a page was turned. */
function scrollStage(stage: HTMLElement, event: KeyboardEvent) {
  const move = moveOf(event)
  if (!move) return false
  const [across, down] = move
  if (!canScroll(stage, across, down)) return false
  event.preventDefault()
  stage.scrollBy({ left: across * stage.clientWidth, top: down * stage.clientHeight })
  return true
}

function canScroll(stage: HTMLElement, across: number, down: number) {
  const wide = stage.scrollWidth - stage.clientWidth
  const left = stage.scrollLeft + (getComputedStyle(stage).direction === 'rtl' ? wide : 0)
  if (across !== 0) return across < 0 ? left > 1 : left < wide - 1
  return down < 0 ? stage.scrollTop > 1 : stage.scrollTop < stage.scrollHeight - stage.clientHeight - 1
}
