import { z } from 'zod'
import { noteChoices } from './detail-choices.ts'
import { done, endpoint, idParams } from './endpoint.ts'

export const chooseContentNotes = endpoint({
  name: 'chooseContentNotes',
  method: 'PUT',
  changes: 'private',
  path: '/api/users/:id/content-notes',
  tag: 'Blocks',
  summary:
    'What the viewer wants of zines with a content note: to be asked, to always see them, or to have those of others in no list',
  access: 'member',
  params: idParams,
  body: z.strictObject({
    choice: z.enum(noteChoices, `The choice must be one of ${noteChoices.join(', ')}.`),
  }),
  response: done,
})
