import { expect, test } from 'vitest'
import { readTimer, readUnsent } from './timer-model.ts'

const project = { id: 'moths', title: 'Eleven Moths' }
const session = { id: 's', project, minutes: 5, startedAt: 1_700_000_000_000 }

test.each([1e16, -1e16, Number.NaN, '0'])(
  'a session that began at no possible time (%s) is dropped, and the others stay',
  (startedAt) => {
    const waiting = [{ ...session, id: 'bad', startedAt }, session]
    expect(readUnsent({ waiting, done: [] }).waiting).toEqual([session])
  },
)

test('a run is taken up only with a duration that is offered', () => {
  const runOf = (minutes: unknown) => {
    const run = { sessionId: 's', project, minutes, startedAt: session.startedAt }
    return readTimer({ timer: { minutes, run } })?.timer
  }
  expect(runOf(45)).toMatchObject({ minutes: 45, run: { minutes: 45 } })
  for (const minutes of [100, 1440, 24, 0, '25'])
    expect(runOf(minutes)).toMatchObject({ minutes: 25, run: null })
})
