import type { ReadingDirection } from '#contract/aspect-ratios.ts'

export type Command =
  | 'next'
  | 'previous'
  | 'first'
  | 'last'
  | 'mode'
  | 'shift'
  | 'fullScreen'
  | 'words'
  | 'larger'
  | 'smaller'
  | 'fitPage'
  | 'keys'
  | 'leave'

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

const letters: Record<string, Command> = {
  d: 'mode',
  s: 'shift',
  f: 'fullScreen',
  t: 'words',
  '+': 'larger',
  '=': 'larger',
  '-': 'smaller',
  '0': 'fitPage',
  '?': 'keys',
}

/** What a key means. Arrows follow the reading direction. Letters and signs can be turned off. */
export function commandOf(
  { key, shiftKey, ctrlKey, metaKey, altKey }: Pressed,
  { direction, hasLetters }: { direction: ReadingDirection; hasLetters: boolean },
): Command | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  if (key === ' ') return shiftKey ? 'previous' : 'next'
  const isLetter = letters[key.toLowerCase()]
  if (isLetter) return hasLetters ? isLetter : undefined
  if (shiftKey) return undefined
  const isOnward = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  if (key === 'ArrowLeft' || key === 'ArrowRight') return key === isOnward ? 'next' : 'previous'
  return named[key]
}

const named: Record<string, Command> = { Home: 'first', End: 'last', Escape: 'leave' }

/** How far, as parts of what is seen, a key moves what is larger than the window. */
const moves: Record<string, [across: number, down: number]> = {
  ArrowLeft: [-0.1, 0],
  ArrowRight: [0.1, 0],
  ArrowUp: [0, -0.1],
  ArrowDown: [0, 0.1],
  PageUp: [0, -0.9],
  PageDown: [0, 0.9],
}

/** The same for Space, which goes down the page before it turns. */
export const moveOf = ({ key, shiftKey, ctrlKey, metaKey, altKey }: Pressed) => {
  if (ctrlKey || metaKey || altKey) return undefined
  if (key === ' ') return moves[shiftKey ? 'PageUp' : 'PageDown']
  return shiftKey ? undefined : moves[key]
}

/** What the list of keys says, in the order of the hand. */
export const keyList = (direction: ReadingDirection): [keys: string[], meaning: string][] => [
  [[direction === 'rtl' ? '←' : '→', 'Space'], 'On'],
  [[direction === 'rtl' ? '→' : '←', 'Shift Space'], 'Back'],
  [['Home'], 'To the cover'],
  [['End'], 'To the last page'],
  [['D'], 'One page, or two side by side'],
  [['S'], 'Shift by one page'],
  [['F'], 'Full screen'],
  [['T'], 'Words of the page'],
  [['+', '−'], 'Larger, smaller'],
  [['0'], 'The whole page'],
  [['?'], 'This list'],
  [['Esc'], 'Back to the zine'],
]
