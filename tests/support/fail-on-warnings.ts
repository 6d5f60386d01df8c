/** Setup files run again for each test file, in the same process. */
const flag = Symbol.for('foldout fails on warnings')
const state = globalThis as { [flag]?: true }

if (!state[flag]) {
  state[flag] = true
  // The next version of pg refuses what this one warns of: a query on a connection that is still busy with others.
  process.on('warning', (warning) => {
    if (warning.name === 'DeprecationWarning' && warning.message.includes('pg@')) throw warning
  })
}
