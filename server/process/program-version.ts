import { readFileSync } from 'node:fs'

const manifest = new URL('../../package.json', import.meta.url)

/** A package adds its commit, such as 1.1.0+703d84f912ab. Read at the start, as an upgrade replaces the file. */
export const programVersion = String(JSON.parse(readFileSync(manifest, 'utf8')).version)
