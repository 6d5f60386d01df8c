import { expect, test } from 'vitest'
import { shellCommand } from './shell-command.ts'

test.each([
  ['admin', 'zine restore 1', 'npm run admin -- zine restore 1', 'foldout admin zine restore 1'],
  ['migrate', '', 'npm run db:migrate', 'foldout migrate'],
  ['search:rebuild', '', 'npm run search:rebuild', 'foldout search:rebuild'],
  ['restore', 'FOLDER', 'npm run restore -- FOLDER', 'foldout restore FOLDER'],
])('%s %s is printed as it is typed in a clone and in an installed archive', (command, argument, ...expected) => {
  expect([false, true].map((archive) => shellCommand(command, argument, { archive }))).toEqual(expected)
})
