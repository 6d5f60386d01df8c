import { expect, test } from 'vitest'
import { honestClock } from './honest-clock.ts'

const hour = 3_600_000

/** A machine whose clock is off by `wrong`, and a site that knows the time unless it is unreachable. */
function machine({ wrong = 0, isOnline = true } = {}) {
  const world = { truth: 1_000_000, steady: 0, wrong, isOnline, corrections: [] as number[] }
  const clock = honestClock(
    {
      steady: () => world.steady,
      wall: () => world.truth + world.wrong,
      site: async () => (world.isOnline ? world.truth : undefined),
    },
    (by) => world.corrections.push(by),
  )
  const pass = (ms: number) => {
    world.truth += ms
    world.steady += ms
  }
  const sleep = (ms: number) => {
    world.truth += ms
  }
  return { world, clock, pass, sleep }
}

test('after synchronising it has the site’s time, whatever the machine’s clock says', async () => {
  const { clock, world, pass } = machine({ wrong: -24 * hour })
  await clock.ask()
  expect(clock.now()).toBe(world.truth)
  expect(clock.isSiteTime()).toBe(true)
  expect(world.corrections).toEqual([24 * hour])
  pass(hour)
  expect(clock.now()).toBe(world.truth)
})

test('sleep and a changed clock are distinguished by asking the site', async () => {
  const { clock, world, pass, sleep } = machine()
  await clock.ask()
  sleep(hour)
  clock.now()
  expect(clock.isSure()).toBe(false)
  await expect.poll(clock.isSure).toBe(true)
  expect(clock.now()).toBe(world.truth)
  for (const by of [24 * hour, -48 * hour, 3 * hour]) {
    world.wrong += by
    pass(1_000)
    clock.now()
    await expect.poll(clock.isSure).toBe(true)
    expect(clock.now()).toBe(world.truth)
  }
})

test('without the site, a jump forward is sleep and a jump back is nothing', async () => {
  const { clock, world, pass, sleep } = machine({ isOnline: false })
  await clock.ask()
  const begin = clock.now()
  sleep(hour)
  expect(clock.now() - begin).toBe(hour)
  world.wrong -= 24 * hour
  pass(1_000)
  expect(clock.now() - begin).toBe(hour + 1_000)
  expect(clock.isSiteTime()).toBe(false)
})

test('a response during which the machine slept is requested again', async () => {
  const answers: ((time: number) => void)[] = []
  const world = { steady: 0, wall: 0 }
  const site = () => new Promise<number>((resolve) => answers.push(resolve))
  const clock = honestClock({ steady: () => world.steady, wall: () => world.wall, site }, () => {})
  const asked = clock.ask()
  world.wall += hour
  answers[0]?.(0)
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(hour)
  await asked
  expect(clock.now()).toBe(hour)
})

test('a small difference is left alone, so that the seconds do not jump', async () => {
  const { clock, world } = machine({ wrong: 900 })
  await clock.ask()
  expect(world.corrections).toEqual([0])
  expect(clock.now()).toBe(world.truth + 900)
})
