import type { MadeFile } from './print-job.ts'

const suffixes: Record<MadeFile['name'], string> = {
  zine: '',
  fronts: ' - 1 fronts',
  backs: ' - 2 backs',
  'test-fronts': ' - test 1 fronts',
  'test-backs': ' - test 2 backs',
}
const longest = 80

/** Of a title, what every system takes as the name of a file. */
export function fileName(title: string, name: MadeFile['name']) {
  const plain = title
    .replace(/[\p{C}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const short = [...plain]
    .slice(0, longest)
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '')
  return `${short || 'zine'}${suffixes[name]}.pdf`
}
