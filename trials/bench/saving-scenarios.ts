import type pg from 'pg'
import { workspaceDelays } from '#contract/workspace-limits.ts'
import { saveProject } from '#server/projects/save-project.queries.ts'
import { type Editor, editorCount, longNotes } from './editors.ts'
import type { Sample } from './sample.ts'
import type { Request, Scenario } from './scenario.ts'

const saving = {
  repeatable: false,
  connections: editorCount,
  oneAfterTheOther: true,
  isExtra: true,
  request: ({ editors }: Sample, n: number, connection: number): Request => {
    const { projectId, cookie, version } = atHand(editors, connection)
    atHand(editors, connection).version += 1
    const body = { version, notes: `${n} ${longNotes}` }
    return { method: 'PUT', path: `/api/projects/${projectId}?brief=true`, body, cookie }
  },
  floor: async (pool: pg.Pool, { editors }: Sample, connection: number, body: string) => {
    const { version: base, notes } = JSON.parse(body) as { version: number; notes: string }
    const saved = await saveProject(pool, atHand(editors, connection), {
      title: undefined,
      notes,
      base,
      isBrief: true,
    })
    if (!saved) throw new Error('The floor did not save.')
    return `{"project":${saved}}`
  },
} satisfies Partial<Scenario>

/** Many who write at once: at the pace of editors, which pause before they save, and without pausing. */
export const savingScenarios: Scenario[] = [
  {
    ...saving,
    name: 'autosave',
    title: `${editorCount} editors of 100 kB, each saving every 2 s`,
    least: { p99Ms: 50 },
    everyMs: workspaceDelays.autosave,
  },
  {
    ...saving,
    name: 'autosave-flood',
    title: 'the same, each saving again at once',
    least: { ratio: 0.5 },
  },
]

function atHand(editors: Editor[], connection: number) {
  const editor = editors[connection]
  if (!editor) throw new Error(`Nobody sits at connection ${connection}.`)
  return editor
}
