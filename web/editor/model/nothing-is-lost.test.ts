import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomRuns } from '#tests/support/random-runs.ts'
import type { Tab } from './editor-surroundings.testing.ts'
import { World } from './editor-world.testing.ts'

const seed = Math.floor(Math.random() * 2 ** 31)
/** What can happen to a tab. Each function gets a random number as its parameter. */
const happenings: Record<string, (world: World, tab: Tab, number: number) => unknown> = {
  type: (world, tab, number) => world.type(tab, 'notes', number),
  pass: (world, _tab, number) => world.pass(number * 60),
  open: (world) => world.tabs.length < 4 && world.open(),
  reload: (world, tab) => {
    world.close(tab)
    world.open()
  },
  arrives: (world, _tab, number) => world.answer(number, 'arrives'),
  lost: (world, _tab, number) => world.answer(number, 'lost'),
  'answer lost': (world, _tab, number) => world.answer(number, 'answer lost'),
  late: (world, _tab, number) => world.answer(number, 'late'),
  'server fails': (world, _tab, number) => world.answer(number, 'server fails'),
  'arrive late': (world, _tab, number) => world.arriveLate(number),
  'type title': (world, tab, number) => world.type(tab, 'title', number),
  erase: (world, tab, number) => world.erase(tab, number % 2 ? 'notes' : 'title', number),
  undo: (world, tab) => world.travel(tab, 'undone'),
  redo: (world, tab) => world.travel(tab, 'redone'),
  restore: (world, tab, number) => world.restore(tab, number),
  save: (world, tab) => world.tell(tab, { type: 'saveAsked', at: world.now }),
  hide: (world, tab) => world.tell(tab, { type: 'leaving', at: world.now }),
  'wait long': (world) => world.pass(60_000),
  message: (world) => world.deliver(),
  crash: (world, tab) => world.crash(tab),
  'crash all': (world) => world.crashAll(),
  close: (world, tab) => world.close(tab),
  offline: (world) => world.goOnline(false),
  online: (world) => world.goOnline(true),
  'break storage': (world) => {
    world.isStorageBroken = true
  },
  'mend storage': (world) => {
    world.isStorageBroken = false
  },
  'end session': (world) => {
    world.server.isSignedIn = false
  },
  'sign in': (world, tab) => {
    world.server.isSignedIn = true
    world.tell(tab, { type: 'signedIn', at: world.now })
  },
  'keep mine': (world, tab) => world.choose(tab, 'mine'),
  'take saved': (world, tab) => world.choose(tab, 'saved'),
}
const [common, rare] = [['arrives', 'pass', 'open', 'reload'], Object.keys(happenings).slice(5)]

/** The index of the tab, the name of the event and its number. */
const happening = fc.tuple(
  fc.nat(3),
  fc.oneof(
    { weight: 10, arbitrary: fc.constant('type') },
    { weight: 16, arbitrary: fc.constantFrom(...common) },
    { weight: 24, arbitrary: fc.constantFrom(...rare) },
  ),
  fc.nat(50),
)

function happen(world: World, which: number, what: string, number: number) {
  const tab = world.tabs[which % Math.max(1, world.tabs.length)]
  if (tab) happenings[what]?.(world, tab, number)
  else world.open()
}

test(`no text is ever lost, overwritten unseen or reported as saved too early (seed ${seed})`, () => {
  fc.assert(
    fc.property(fc.array(happening, { minLength: 10, maxLength: 90 }), (all) => {
      const world = new World()
      world.open()
      for (const each of all) {
        happen(world, ...each)
        expect(world.lost(), `after ${each[1]}`).toEqual([])
        expect(world.silentlyOverwritten, `after ${each[1]}`).toEqual([])
        expect(world.liars(), `after ${each[1]}`).toEqual([])
      }
      expect(world.comeToRest(), 'it comes to rest').toBe(true)
      expect(world.lost(), 'at rest').toEqual([])
      expect(world.silentlyOverwritten, 'at rest').toEqual([])
      expect(world.liars(), 'at rest').toEqual([])
    }),
    { seed, numRuns: randomRuns },
  )
})
