import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const journeyPort = Number(process.env.JOURNEY_PORT ?? 3987)

/** The data directory of the journeys' site, in which they find the emails that the site sends. */
export const journeyDataDir = () => join(tmpdir(), `foldout-journeys-${journeyPort}`)
