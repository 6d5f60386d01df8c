import { afterAll, expect, test } from 'vitest'
import type { ProjectTicket } from '#contract/projects.ts'
import { startTestApp } from '#tests/support/test-app.ts'
import { fillDesk } from './desk.ts'

const site = await startTestApp()
afterAll(() => site.close())

test('a desk that is filled twice has everything once', async () => {
  const member = await site.signUp()
  const list = async () => {
    const path = `/api/users/${member.id}/projects`
    return (await site.call<{ projects: ProjectTicket[] }>({ method: 'GET', path, as: member })).body.projects
  }
  await fillDesk(site.app, member)
  const first = await list()
  expect(first.map(({ title, totalMinutes }) => [title, totalMinutes])).toEqual([
    ['Eleven at Night, Second Edition', 170],
    ['Library Fines I Have Loved', 52],
    ['A Field Guide to Lamps Left On', 125],
    ['Night Bus, Day Ticket', 365],
  ])
  expect(first.filter(({ completedAt }) => completedAt)).toHaveLength(1)
  await fillDesk(site.app, member)
  expect(await list()).toEqual(first)
})
