import { onTestFinished } from 'vitest'

/** Changes fields of an object until the test has finished, also if it fails, or until the answer is called. */
export function changeUntilFinished<T extends object>(target: T, changes: Partial<T>) {
  const keys = Object.keys(changes) as (keyof T)[]
  const before = keys.map((key) => [key, target[key]])
  const undo = () => void Object.assign(target, Object.fromEntries(before))
  onTestFinished(undo)
  Object.assign(target, changes)
  return undo
}
