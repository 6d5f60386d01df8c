import { nth, type Request, type Scenario } from '../../bench/scenario.ts'
import { scenarios } from '../../bench/scenarios.ts'

type Errand = Pick<Scenario, 'name' | 'title' | 'request'>

const notesBytes = 2_000

const save: Errand = {
  name: 'save',
  title: `saving notes of ${notesBytes / 1000} kB`,
  request({ editors }, n, connection): Request {
    const editor = nth(editors, connection)
    const body = { version: editor.version++, notes: `${n} `.padEnd(notesBytes, 'what is to come ') }
    return {
      method: 'PUT',
      path: `/api/projects/${editor.projectId}?brief=true`,
      body,
      cookie: editor.cookie,
    }
  },
}

const ofBench = ['mixed', 'image', 'home-cached', 'newest', 'zine', 'search-common', 'toggle']

/** What is asked for, each by itself; the mix first. */
export const errands: Errand[] = [...scenarios.filter(({ name }) => ofBench.includes(name)), save].toSorted(
  (one, other) => Number(other.name === 'mixed') - Number(one.name === 'mixed'),
)
