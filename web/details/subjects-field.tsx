import { useState } from 'react'
import * as limits from '#contract/limits.ts'
import { LinesField } from './lines-field.tsx'
import { type SaidProps, sayDetail } from './said.ts'
import { useSubjects } from './subject-calls.ts'

/** Up to six: common ones and those that other zines have to choose from, and any other to type. */
export function SubjectsField({ said: { details }, busy, onChange }: SaidProps) {
  const [typed, setTyped] = useState('')
  const suggestions = useSubjects(typed)
  return (
    <LinesField
      label="Subjects"
      hint={`Up to ${limits.zineSubjects}, four to six are best. Enter adds one.`}
      values={details.subjects ?? []}
      most={limits.zineSubjects}
      maxLength={limits.subject}
      busy={busy}
      suggestions={suggestions}
      onTyping={setTyped}
      onChange={(subjects) => onChange(sayDetail('subjects', subjects))}
    />
  )
}
