import type { Import } from './imports.ts'

/** Each circle of imports, as the files that lie on it in their order. */
export function circles(imports: Import[]): string[] {
  const next = Map.groupBy(imports, ({ from }) => from)
  const done = new Set<string>()
  const found: string[] = []

  function walk(path: string, way: string[]) {
    if (way.includes(path)) found.push([...way.slice(way.indexOf(path)), path].join(' → '))
    if (done.has(path) || way.includes(path)) return
    for (const { to } of next.get(path) ?? []) walk(to, [...way, path])
    done.add(path)
  }
  for (const path of next.keys()) walk(path, [])
  return found
}
