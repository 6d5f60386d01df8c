import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { agreeToNotes } from './content-note-consent.ts'
import { clearPrivateReads } from './viewer-changes.ts'

test('the next member starts without agreed content notes', () => {
  agreeToNotes(['moths Lamps'])
  const readStored = () => sessionStorage.getItem('foldout:agreed-notes')
  expect(readStored()).toContain('Lamps')
  clearPrivateReads(new QueryClient())
  expect(readStored()).toBeNull()
})
