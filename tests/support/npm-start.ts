import { commands } from '../../bin/commands.ts'

/** What `npm start` gives to Node: its flags, and the environment it sets before them. */
export function npmStart() {
  const { flags = [], env = {} } = commands.start ?? {}
  const NODE_COMPILE_CACHE = 'node_modules/.cache/node'
  return { flags, env: { NODE_COMPILE_CACHE, ...env } }
}
