import { type SpawnOptions, spawn } from 'node:child_process'

/** Goes on as another program: in the same process where Node can do that, otherwise by waiting for it. */
export function replaceBy(program: string, args: string[], env: NodeJS.ProcessEnv) {
  if (process.execve) process.execve(program, [program, ...args], env)
  else waitFor(program, args, { env, stdio: 'inherit' })
}

function waitFor(program: string, args: string[], options: SpawnOptions) {
  const child = spawn(program, args, options)
  // A terminal tells both of Ctrl+C, and a second one would mean: at once.
  const isOnTerminal = process.stdin.isTTY || process.stdout.isTTY
  process.on('SIGINT', () => isOnTerminal || child.kill('SIGINT'))
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('SIGHUP', () => child.kill('SIGHUP'))
  child.on('error', ({ message }) => {
    console.error(message)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
