import type { Project, ProjectTicket, ProjectVersion } from '#contract/projects.ts'
import { memberId } from '#web/site/site.testing.tsx'

export const projectId = '0199a0b2-0000-7000-8000-0000000000a1'

export const exampleTicket = (overrides: Partial<ProjectTicket>): ProjectTicket => ({
  id: projectId,
  userId: memberId,
  title: 'Eleven Moths',
  totalMinutes: 220,
  completedAt: null,
  zineId: null,
  createdAt: '2026-11-01T20:00:00Z',
  updatedAt: '2026-11-20T20:00:00Z',
  excerpt: 'Redraw the yellow underwing.',
  ...overrides,
})

/** The same project with its whole text. */
export function exampleProject(overrides: Partial<Project>): Project {
  const { excerpt, ...shared } = exampleTicket({})
  return { ...shared, notes: `${excerpt}\nPage 5 stays blank.`, version: 3, ...overrides }
}

export const exampleVersion = (overrides: Partial<ProjectVersion>): ProjectVersion => ({
  version: 1,
  title: 'Eleven Moths',
  excerpt: 'Redraw the yellow underwing.',
  length: 28,
  savedAt: '2026-11-20T20:00:00Z',
  ...overrides,
})
