import fs from 'node:fs'
import fsPromises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { resolve } from 'node:path'
import { type FaultSource, watchSteps } from './fault-source.ts'

/** The errors that each function can fail with. Other functions of `node:fs/promises` are not watched. */
const errorsOf: Record<string, readonly string[]> = {
  open: ['ENOSPC', 'EIO', 'EACCES', 'ENOENT'],
  'open-to-read': ['EIO', 'EACCES', 'ENOENT'],
  writeFile: ['ENOSPC', 'EIO'],
  write: ['ENOSPC', 'EIO'],
  sync: ['ENOSPC', 'EIO'],
  rename: ['ENOSPC', 'EIO', 'EACCES'],
  copyFile: ['ENOSPC', 'EIO'],
  link: ['ENOSPC', 'EIO', 'EACCES'],
  mkdir: ['ENOSPC', 'EACCES'],
  mkdtemp: ['ENOSPC', 'EACCES'],
  readdir: ['EIO', 'EACCES'],
  readFile: ['EIO', 'EACCES'],
  read: ['EIO'],
  stat: ['EIO', 'EACCES'],
  rm: ['EIO', 'EACCES'],
  unlink: ['EIO', 'EACCES'],
}

const openingOf = (flags: unknown) => (['r', undefined].includes(flags as string) ? 'open-to-read' : 'open')

type Method = (...args: unknown[]) => unknown
type Methods = Record<string, Method>

/** Counts the file operations of this process in a folder from outside, and can make one of them fail. */
export function openFailingFiles(folder: string): FaultSource {
  const steps = watchSteps()
  const root = resolve(folder)
  const isWatched = (path: unknown) => typeof path === 'string' && resolve(path).startsWith(root)
  const original = new Map<object, Methods>()

  function replace(target: object, name: string, create: (call: Method) => Method) {
    const methods = target as Methods
    const call = methods[name] as Method
    const kept = original.get(target) ?? {}
    original.set(target, kept)
    kept[name] = call
    methods[name] = create(call)
  }

  /** Throws if this is the step that fails. */
  function take(name: string, path: unknown) {
    const code = steps.next(`${name} ${String(path).slice(root.length + 1)}`)
    if (code)
      throw Object.assign(new Error(`${code}: a simulated failure, ${name} '${path}'`), { code, syscall: name, path })
  }

  for (const name of Object.keys(errorsOf).filter((each) => each in fsPromises && each !== 'open')) {
    replace(fsPromises, name, (call) => async (...args) => {
      // The second path is where a file is renamed or copied to.
      const path = [args[0], args[1]].find(isWatched)
      if (path !== undefined) take(name, path)
      return call(...args)
    })
  }
  replace(fsPromises, 'open', (call) => async (...args) => {
    if (!isWatched(args[0])) return call(...args)
    take(openingOf(args[1]), args[0])
    const handle = (await call(...args)) as Methods
    for (const name of ['write', 'writeFile', 'sync', 'read', 'readFile'] as const) {
      const method = (handle[name] as Method).bind(handle)
      handle[name] = async (...methodArgs) => {
        take(name, args[0])
        return method(...methodArgs)
      }
    }
    return handle
  })
  // Streams use the functions with callbacks.
  const paths = new Map<unknown, unknown>()
  replace(fs, 'open', (call) => (...args) => {
    const callback = args.at(-1) as Method
    if (!isWatched(args[0])) return call(...args)
    try {
      take(openingOf(args[1]), args[0])
    } catch (error) {
      return setImmediate(callback, error)
    }
    return call(...args.slice(0, -1), (error: unknown, descriptor: unknown) => {
      paths.set(descriptor, args[0])
      callback(error, descriptor)
    })
  })
  replace(fs, 'close', (call) => (...args) => {
    paths.delete(args[0])
    return call(...args)
  })
  for (const name of ['write', 'writev', 'read'])
    replace(fs, name, (call) => (...args) => {
      const path = paths.get(args[0])
      if (path === undefined) return call(...args)
      try {
        take(name === 'read' ? 'read' : 'write', path)
      } catch (error) {
        return setImmediate(args.at(-1) as Method, error)
      }
      return call(...args)
    })
  syncBuiltinESMExports()

  return {
    during: steps.during,
    refusalsOf: (fault) => (fault === 'ENOSPC' ? [507] : [500, 503]),
    faultsOf: (step) => errorsOf[step.split(' ', 1)[0] ?? ''] ?? [],
    close() {
      for (const [target, methods] of original) Object.assign(target, methods)
      syncBuiltinESMExports()
    },
  }
}
