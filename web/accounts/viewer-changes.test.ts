import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { agreeToNotes } from './agreed-notes.ts'
import { forgetPrivateReads } from './viewer-changes.ts'

test('the next member starts without agreed content notes', () => {
  agreeToNotes(['moths Lamps'])
  const kept = () => sessionStorage.getItem('foldout:agreed-notes')
  expect(kept()).toContain('Lamps')
  forgetPrivateReads(new QueryClient())
  expect(kept()).toBeNull()
})
