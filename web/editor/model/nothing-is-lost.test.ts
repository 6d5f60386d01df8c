import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomRuns } from '#tests/support/random-runs.ts'
import { World } from './editor-world.testing.ts'

const seed = Math.floor(Math.random() * 2 ** 31)
const count = fc.nat(50)

/** Which tab it happens to, what happens, and a number for whatever that needs. */
const happening = fc.tuple(
  fc.nat(3),
  fc.oneof(
    { weight: 10, arbitrary: fc.constant('type' as const) },
    { weight: 16, arbitrary: fc.constantFrom('arrives', 'pass', 'open', 'reload') },
    {
      weight: 24,
      arbitrary: fc.constantFrom(
        'type title',
        'erase',
        'undo',
        'redo',
        'restore',
        'save',
        'hide',
        'wait long',
        'lost',
        'answer lost',
        'late',
        'server fails',
        'arrive late',
        'message',
        'crash',
        'crash all',
        'close',
        'offline',
        'online',
        'break storage',
        'mend storage',
        'end session',
        'sign in',
        'keep mine',
        'take saved',
      ),
    },
  ),
  count,
)
type Happening = typeof happening extends fc.Arbitrary<infer Each> ? Each : never

function happen(world: World, [which, what, number]: Happening) {
  if (what === 'open') return world.tabs.length < 4 && world.open()
  const tab = world.tabs[which % Math.max(1, world.tabs.length)]
  if (!tab) return world.open()
  const { now: at } = world
  switch (what) {
    case 'type':
      return world.type(tab, 'notes', number)
    case 'type title':
      return world.type(tab, 'title', number)
    case 'erase':
      return world.erase(tab, number % 2 ? 'notes' : 'title', number)
    case 'undo':
      return world.travel(tab, 'undone')
    case 'redo':
      return world.travel(tab, 'redone')
    case 'restore':
      return world.restore(tab, number)
    case 'save':
      return world.tell(tab, { type: 'saveAsked', at })
    case 'hide':
      return world.tell(tab, { type: 'leaving', at })
    case 'pass':
      return world.pass(number * 60)
    case 'wait long':
      return world.pass(60_000)
    case 'arrives':
    case 'lost':
    case 'answer lost':
    case 'late':
    case 'server fails':
      return world.answer(number, what)
    case 'arrive late':
      return world.arriveLate(number)
    case 'message':
      return world.deliver()
    case 'crash':
      return world.crash(tab)
    case 'crash all':
      return world.crashAll()
    case 'reload':
      world.close(tab)
      return world.open()
    case 'close':
      return world.close(tab)
    case 'offline':
    case 'online':
      return world.goOnline(what === 'online')
    case 'break storage':
    case 'mend storage':
      world.isStorageBroken = what === 'break storage'
      return
    case 'end session':
    case 'sign in':
      world.server.isSignedIn = what === 'sign in'
      if (world.server.isSignedIn) world.tell(tab, { type: 'signedIn', at })
      return
    case 'keep mine':
      return world.choose(tab, 'mine')
    case 'take saved':
      return world.choose(tab, 'saved')
  }
}

test(`whatever happens, no word is lost and none is overwritten unseen or said to be saved before it is (seed ${seed})`, () => {
  fc.assert(
    fc.property(fc.array(happening, { minLength: 10, maxLength: 90 }), (happenings) => {
      const world = new World()
      world.open()
      for (const each of happenings) {
        happen(world, each)
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
