import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomRuns } from '#tests/support/random-runs.ts'
import type { Tab } from './session-environment.testing.ts'
import { EditorSimulation } from './session-simulation.testing.ts'

const seed = Math.floor(Math.random() * 2 ** 31)
/** What can happen to a tab. Each function gets a random number as its parameter. */
const operations: Record<string, (simulation: EditorSimulation, tab: Tab, number: number) => unknown> = {
  type: (simulation, tab, number) => simulation.type(tab, 'notes', number),
  pass: (simulation, _tab, number) => simulation.advance(number * 60),
  open: (simulation) => simulation.tabs.length < 4 && simulation.open(),
  reload: (simulation, tab) => {
    simulation.close(tab)
    simulation.open()
  },
  arrives: (simulation, _tab, number) => simulation.endRequest(number, 'arrives'),
  lost: (simulation, _tab, number) => simulation.endRequest(number, 'lost'),
  'answer lost': (simulation, _tab, number) => simulation.endRequest(number, 'answer lost'),
  late: (simulation, _tab, number) => simulation.endRequest(number, 'late'),
  'server fails': (simulation, _tab, number) => simulation.endRequest(number, 'server fails'),
  'arrive late': (simulation, _tab, number) => simulation.deliverLate(number),
  'type title': (simulation, tab, number) => simulation.type(tab, 'title', number),
  erase: (simulation, tab, number) => simulation.erase(tab, number % 2 ? 'notes' : 'title', number),
  undo: (simulation, tab) => simulation.undoOrRedo(tab, 'undone'),
  redo: (simulation, tab) => simulation.undoOrRedo(tab, 'redone'),
  restore: (simulation, tab, number) => simulation.restore(tab, number),
  save: (simulation, tab) => simulation.dispatch(tab, { type: 'saveRequested', at: simulation.now }),
  hide: (simulation, tab) => simulation.dispatch(tab, { type: 'leaving', at: simulation.now }),
  'wait long': (simulation) => simulation.advance(60_000),
  message: (simulation) => simulation.deliver(),
  crash: (simulation, tab) => simulation.crash(tab),
  'crash all': (simulation) => simulation.crashBrowser(),
  close: (simulation, tab) => simulation.close(tab),
  offline: (simulation) => simulation.setOnline(false),
  online: (simulation) => simulation.setOnline(true),
  'break storage': (simulation) => {
    simulation.isStorageBroken = true
  },
  'mend storage': (simulation) => {
    simulation.isStorageBroken = false
  },
  'end session': (simulation) => {
    simulation.server.isSignedIn = false
  },
  'sign in': (simulation, tab) => {
    simulation.server.isSignedIn = true
    simulation.dispatch(tab, { type: 'signedIn', at: simulation.now })
  },
  'keep mine': (simulation, tab) => simulation.choose(tab, 'mine'),
  'take saved': (simulation, tab) => simulation.choose(tab, 'saved'),
}
const [common, rare] = [['arrives', 'pass', 'open', 'reload'], Object.keys(operations).slice(5)]

/** The index of the tab, the name of the event and its number. */
const operation = fc.tuple(
  fc.nat(3),
  fc.oneof(
    { weight: 10, arbitrary: fc.constant('type') },
    { weight: 16, arbitrary: fc.constantFrom(...common) },
    { weight: 24, arbitrary: fc.constantFrom(...rare) },
  ),
  fc.nat(50),
)

function apply(simulation: EditorSimulation, tabIndex: number, operationName: string, number: number) {
  const tab = simulation.tabs[tabIndex % Math.max(1, simulation.tabs.length)]
  if (tab) operations[operationName]?.(simulation, tab, number)
  else simulation.open()
}

test(`no text is ever lost, overwritten unseen or reported as saved too early (seed ${seed})`, () => {
  fc.assert(
    fc.property(fc.array(operation, { minLength: 10, maxLength: 90 }), (all) => {
      const simulation = new EditorSimulation()
      simulation.open()
      for (const step of all) {
        apply(simulation, ...step)
        expect(simulation.listLostWords(), `after ${step[1]}`).toEqual([])
        expect(simulation.silentlyOverwritten, `after ${step[1]}`).toEqual([])
        expect(simulation.listFalselySaved(), `after ${step[1]}`).toEqual([])
      }
      expect(simulation.settles(), 'it comes to rest').toBe(true)
      expect(simulation.listLostWords(), 'at rest').toEqual([])
      expect(simulation.silentlyOverwritten, 'at rest').toEqual([])
      expect(simulation.listFalselySaved(), 'at rest').toEqual([])
    }),
    { seed, numRuns: randomRuns },
  )
})
