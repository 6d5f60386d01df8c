import type { FontFile } from './load-font-files.ts'

/** The numbered slices of a large font. Their names are in brackets; other subsets have the letters of a script. */
export function fontSlices(
  family: string,
  ranges: Record<string, string>,
  urlsByPath: Record<string, string>,
): FontFile[] {
  const paths = Object.keys(urlsByPath)
  return Object.entries(ranges)
    .filter(([name]) => name.startsWith('['))
    .map(([name, range]) => {
      const slice = name.slice(1, -1)
      const path = paths.find((one) => one.endsWith(`-${slice}-wght-normal.woff2`))
      if (!path) throw new Error(`The font ${family} has no slice ${slice}`)
      return { family, url: urlsByPath[path] as string, range, weight: '100 900' }
    })
}
