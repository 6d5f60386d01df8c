import { useQuery } from '@tanstack/react-query'
import { type SubmitEventHandler, useEffect, useRef, useState } from 'react'
import { kindNames } from '#contract/detail-choices.ts'
import { type Kind, kinds } from '#contract/kinds.ts'
import * as limits from '#contract/limits.ts'
import type * as contract from '#contract/search.ts'
import { call } from '#web/api/call.ts'
import { itemQuery } from '#web/api/queries.ts'
import { languageName, offeredLanguages } from '#web/details/language-names.ts'
import { useSubjects } from '#web/details/subject-calls.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { Field, TextField } from '#web/ui/forms/field.tsx'
import css from './filter-line.module.css'
import type { HomeState } from './home-address.ts'

type FilterFormProps = HomeState & { isOpen: boolean; onSubmit: SubmitEventHandler<HTMLFormElement> }

export function FilterForm({ tab, text, filters, isOpen, onSubmit }: FilterFormProps) {
  const { kinds: usualKinds, languages: usualLanguages, subjects } = useFilterChoices(isOpen)
  return (
    <form className={css.form} action="/" onSubmit={onSubmit}>
      {tab !== 'all' && <input type="hidden" name="tab" value={tab} />}
      {text.trim() && <input type="hidden" name="q" value={text} />}
      <div className={css.fields}>
        <Choice
          {...{ label: 'Kind', name: 'kind', any: 'Any kind', chosen: filters.kind }}
          inUse={usualKinds}
          choices={kinds}
          wordsOf={kindNameOf}
        />
        <Choice
          {...{ label: 'Language', name: 'language', any: 'Any language', chosen: filters.language }}
          inUse={usualLanguages}
          choices={languages}
          wordsOf={languageName}
        />
        <SubjectLine said={filters.subject} inUse={subjects} />
        <TextField
          autoComplete="off"
          label="Series"
          name="series"
          defaultValue={filters.series}
          maxLength={limits.series}
        />
        <TextField
          autoComplete="off"
          label="Year"
          hint="Such as 1994, or 1990s."
          name="year"
          defaultValue={filters.year}
          maxLength={5}
          pattern="\d{4}|\d{3}0s"
        />
      </div>
      <div className={css.last}>
        <CheckBox name="copy" value="true" defaultChecked={filters.copy === 'true'}>
          May be copied
        </CheckBox>
        <CheckBox name="paper" value="true" defaultChecked={filters.paper === 'true'}>
          On paper
        </CheckBox>
        <Button type="submit" size="small">
          Show zines
        </Button>
      </div>
    </form>
  )
}

const languages = offeredLanguages().map(({ tag }) => tag)
const kindNameOf = (kind: string) => kindNames[kind as Kind] ?? kind

type ChoiceProps = {
  label: string
  name: string
  any: string
  chosen: string | undefined
  inUse: readonly string[]
  choices: readonly string[]
  wordsOf: (choice: string) => string
}

function Choice({ label, name, any, inUse, choices, wordsOf, ...props }: ChoiceProps) {
  const [chosen, setChosen] = useState(props.chosen ?? '')
  const field = useRef<HTMLSelectElement>(null)
  // The user may have chosen a value before hydration.
  useEffect(() => setChosen(field.current?.value ?? ''), [])
  const known = new Set([...inUse, ...choices])
  const others = [...(chosen && !known.has(chosen) ? [chosen] : []), ...choices]
  const optionOf = (choice: string) => (
    // Language names differ between browsers.
    <option key={choice} value={choice} suppressHydrationWarning>
      {wordsOf(choice)}
    </option>
  )
  return (
    <Field label={label}>
      {(wiring) => (
        <select
          {...wiring}
          ref={field}
          className="input"
          name={name}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
        >
          <option value="">{any}</option>
          {inUse.length > 0 && <optgroup label="In use">{inUse.map(optionOf)}</optgroup>}
          {inUse.length > 0 ? (
            <optgroup label="Others">{others.filter((each) => !inUse.includes(each)).map(optionOf)}</optgroup>
          ) : (
            others.map(optionOf)
          )}
        </select>
      )}
    </Field>
  )
}

function SubjectLine({ said, inUse }: { said: string | undefined; inUse: readonly string[] }) {
  const [typed, setTyped] = useState('')
  const suggestions = useSubjects(typed, inUse)
  return (
    <>
      <TextField
        autoComplete="off"
        label="Subject"
        name="subject"
        defaultValue={said}
        maxLength={limits.subject}
        list="filter-subjects"
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <datalist id="filter-subjects">
        {suggestions.map((subject) => (
          <option key={subject} value={subject} />
        ))}
      </datalist>
    </>
  )
}

const listFilterChoices = call<typeof contract.listFilterChoices>('GET', '/api/search/filters')
const none: contract.FilterChoices = { kinds: [], languages: [], subjects: [] }

/** The values in use, loaded on demand. Empty until then. */
const useFilterChoices = (isWanted: boolean) =>
  useQuery({ ...itemQuery(listFilterChoices), enabled: isWanted }).data ?? none
