import { commands } from '../../bin/commands.ts'

/** The flags and the environment that `npm start` sets for Node. */
export function npmStart() {
  const { flags = [], env = {} } = commands.start ?? {}
  const NODE_COMPILE_CACHE = 'node_modules/.cache/node'
  return { flags, env: { NODE_COMPILE_CACHE, ...env } }
}
