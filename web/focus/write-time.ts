import type { QueryClient } from '@tanstack/react-query'
import { refreshPaths } from '#web/api/api.ts'
import { countTime } from './count-time.ts'

type Place = { userId: string; projectId: string }
type Flight = { isAlone: boolean }

/** Writes that are under way, by their project. */
const flights = new Map<string, Set<Flight>>()

/**
 * Makes a change to the time of a project and shows what the server says it adds up to. Answers that cross come in any
 * order, so none of theirs is shown; what is read after the last of them is right. `isRead` settles when it has been.
 */
export async function writeTime(
  queries: QueryClient,
  place: Place,
  write: () => Promise<{ totalMinutes: number }>,
) {
  const flight = takeOff(place.projectId)
  const { totalMinutes } = await write().finally(() => flights.get(place.projectId)?.delete(flight))
  if (flight.isAlone) countTime(queries, place.projectId, totalMinutes)
  return { isRead: refreshTime(queries, place) }
}

function takeOff(projectId: string) {
  const others = flights.get(projectId) ?? new Set()
  const flight = { isAlone: others.size === 0 }
  for (const other of others) other.isAlone = false
  flights.set(projectId, others.add(flight))
  return flight
}

/**
 * Reads everything again in which the time of a project shows. What is being read just now may be from before: it is
 * asked for anew as well.
 */
export async function refreshTime(queries: QueryClient, { userId, projectId }: Place) {
  const paths = [`/api/users/${userId}/projects`, sessionsPath(projectId), daysPath(userId)]
  const isOne = (path: string) => paths.some((each) => path.startsWith(each))
  await queries.cancelQueries({ predicate: ({ queryKey }) => isOne(String(queryKey[0])) })
  await refreshPaths(queries, ...paths)
}

export const sessionsPath = (projectId: string) => `/api/projects/${projectId}/focus-sessions`
export const daysPath = (userId: string) => `/api/users/${userId}/focus-days`
