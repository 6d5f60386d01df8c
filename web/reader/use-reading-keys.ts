import { type RefObject, useEffect, useEffectEvent } from 'react'
import { type Command, commandOf, moveOf } from './reading-keys.ts'
import { isFullScreen, leaveFullScreen } from './use-full-screen.ts'

export type Commands = Record<Command, () => void>
type Keys = Parameters<typeof commandOf>[1]

/** What has keys of its own: they are not the reader's there. */
const elsewhere = 'input, select, textarea, [popover], [role="dialog"], [role="alertdialog"], [role="menu"]'
/** What Space and Enter press. */
const pressable = 'a, button, summary'

/** The reader's keys, wherever focus is on the page. What is larger than the window is moved before it is turned. */
export function useReadingKeys(stage: RefObject<HTMLElement | null>, commands: Commands, keys: Keys) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    const at = target instanceof Element ? target : document.body
    if (event.defaultPrevented || at.closest(elsewhere) || document.querySelector(':popover-open')) return
    if (event.key === ' ' && at.closest(pressable)) return
    if (stage.current && moves(stage.current, event)) return
    const command = commandOf(event, keys)
    if (!command) return
    event.preventDefault()
    if (command === 'leave' && isFullScreen()) leaveFullScreen()
    else commands[command]()
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
}

/** Whether the key moves the pages: the browser does where the stage has focus, except for Space, which turns at the end. */
function moves(stage: HTMLElement, event: KeyboardEvent) {
  const move = moveOf(event)
  if (!move) return false
  const [across, down] = move
  if (!hasRoom(stage, across, down)) return false
  if (document.activeElement === stage && event.key !== ' ') return true
  event.preventDefault()
  stage.scrollBy({ left: across * stage.clientWidth, top: down * stage.clientHeight })
  return true
}

/** Whether more of the pages is to be seen that way. From right to left, places are counted down from 0. */
function hasRoom(stage: HTMLElement, across: number, down: number) {
  const wide = stage.scrollWidth - stage.clientWidth
  const left = stage.scrollLeft + (getComputedStyle(stage).direction === 'rtl' ? wide : 0)
  if (across !== 0) return across < 0 ? left > 1 : left < wide - 1
  return down < 0 ? stage.scrollTop > 1 : stage.scrollTop < stage.scrollHeight - stage.clientHeight - 1
}
