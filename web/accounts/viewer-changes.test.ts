import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { agreeToNotes } from './agreed-notes.ts'
import { forgetPrivateReads } from './viewer-changes.ts'

test('whoever comes next has agreed to nothing', () => {
  agreeToNotes(['moths Lamps'])
  const kept = () => sessionStorage.getItem('foldout:agreed-notes')
  expect(kept()).toContain('Lamps')
  forgetPrivateReads(new QueryClient())
  expect(kept()).toBeNull()
})
