import { expect, test } from 'vitest'
import { readUnsent } from './kept-timer.ts'

const project = { id: 'moths', title: 'Eleven Moths' }
const session = { id: 's', project, minutes: 5, startedAt: 1_700_000_000_000 }

test.each([1e16, -1e16, Number.NaN, '0'])(
  'a session that began at no possible time (%s) is dropped, and the others stay',
  (startedAt) => {
    const waiting = [{ ...session, id: 'bad', startedAt }, session]
    expect(readUnsent({ waiting, done: [] }).waiting).toEqual([session])
  },
)
