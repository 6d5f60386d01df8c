import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const journeyPort = Number(process.env.JOURNEY_PORT ?? 3987)

/** Where the site of the journeys keeps its data while they run, so that they can read the mail it sends. */
export const journeyData = () => join(tmpdir(), `foldout-journeys-${journeyPort}`)
