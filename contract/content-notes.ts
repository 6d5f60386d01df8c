import { z } from 'zod'
import { contentNoteChoices } from './detail-choices.ts'
import { endpoint, idParams, successResponse } from './endpoint.ts'

export const chooseContentNotes = endpoint({
  name: 'chooseContentNotes',
  method: 'PUT',
  changes: 'private',
  path: '/api/users/:id/content-notes',
  tag: 'Blocks',
  summary: 'How the viewer sees zines with a content note: ask first, always show, or hide those of others from lists',
  access: 'member',
  params: idParams,
  body: z.strictObject({
    choice: z.enum(contentNoteChoices, `The choice must be one of ${contentNoteChoices.join(', ')}.`),
  }),
  response: successResponse,
})
