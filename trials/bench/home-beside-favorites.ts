import type { Contestants } from './compare.ts'
import { median } from './figures.ts'
import { httpRequest, load } from './load.ts'
import { nth } from './scenario.ts'
import type { Finding } from './targets.ts'

const rounds = 3
const favoritesPerSecond = 20

/** Guests who read the home page, alone and while members favorite twenty times a second. The rounds take turns. */
export async function tryHomeBesideFavorites(setting: Contestants & { seconds: number }): Promise<Finding[]> {
  const { app, sample, seconds } = setting
  const pace = { seconds: Math.max(2, seconds / rounds / 2) }
  const home = httpRequest({ path: '/' }, setting)
  const readHome = () => load({ port: app.port, request: () => home, status: 200, connections: 10, pace })
  const favorite = () =>
    load({
      ...{ port: app.port, status: 200, connections: favoritesPerSecond, everyMs: 1_000, pace },
      request: (n, own) => {
        const body = { zineId: nth(sample.zines, n) }
        const request = { method: 'POST' as const, path: '/api/favorites/zines', body }
        return httpRequest({ ...request, cookie: nth(sample.fans, own).cookie }, setting)
      },
    })
  const [alone, beside]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    alone.push((await readHome()).perSecond)
    const [read] = await Promise.all([readHome(), favorite()])
    beside.push(read.perSecond)
  }
  const title = `home pages of guests per second while members favorite ${favoritesPerSecond} times`
  return [
    { name: 'home-favorited', title, value: median(beside), unit: '/s' },
    {
      name: 'home-favorited-ratio',
      title: 'as a share of what it is when nobody favorites',
      value: median(beside) / median(alone),
      unit: '',
      least: 0.8,
    },
  ]
}
