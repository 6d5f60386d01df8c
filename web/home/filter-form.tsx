import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEventHandler, useEffect, useRef, useState } from 'react'
import { type ReadingDirection, readingDirections } from '#contract/aspect-ratios.ts'
import { kindNames, lengthNames, readingDirectionNames } from '#contract/detail-choices.ts'
import { type Length, lengths } from '#contract/filters.ts'
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

export type FilterFormProps = HomeState & {
  isOpen: boolean
  isSheet?: boolean
  onSubmit: SubmitEventHandler<HTMLFormElement>
}

export function FilterForm({ tab, text, filters, isOpen, isSheet, onSubmit }: FilterFormProps) {
  const { t } = useLingui()
  return (
    <form className={css.form} data-sheet={isSheet || undefined} action="/" onSubmit={onSubmit}>
      {tab !== 'all' && <input type="hidden" name="tab" value={tab} />}
      {text.trim() && <input type="hidden" name="q" value={text} />}
      <Fields filters={filters} isOpen={isOpen} />
      <div className={css.options}>
        <CheckBox name="copy" value="true" defaultChecked={filters.copy === 'true'}>{t`May be copied`}</CheckBox>
        <CheckBox name="paper" value="true" defaultChecked={filters.paper === 'true'}>{t`On paper`}</CheckBox>
        <CheckBox name="print" value="true" defaultChecked={filters.print === 'true'}>{t`May be printed`}</CheckBox>
        <CheckBox
          name="words"
          value="true"
          defaultChecked={filters.words === 'true'}
        >{t`Words for every page`}</CheckBox>
      </div>
      <div className={css.submit}>
        <Button type="submit" size={isSheet ? undefined : 'small'}>{t`Show zines`}</Button>
      </div>
    </form>
  )
}

function Fields({ filters, isOpen }: Pick<FilterFormProps, 'filters' | 'isOpen'>) {
  const { t, i18n } = useLingui()
  const inUse = useFilterChoices(isOpen)
  return (
    <div className={css.fields}>
      <Choice
        label={t`Kind`}
        name="kind"
        anyLabel={t`Any kind`}
        initialValue={filters.kind}
        inUse={inUse.kinds}
        choices={kinds}
        labelOf={(kind) => t(kindNames[kind as Kind])}
      />
      <Choice
        label={t`Language`}
        name="language"
        anyLabel={t`Any language`}
        initialValue={filters.language}
        inUse={inUse.languages}
        choices={offeredLanguages(i18n.locale).map(({ tag }) => tag)}
        labelOf={(tag) => languageName(i18n.locale, tag)}
      />
      <SubjectField initialValue={filters.subject} inUse={inUse.subjects} />
      <TextField
        autoComplete="off"
        label={t`Series`}
        name="series"
        defaultValue={filters.series}
        maxLength={limits.series}
      />
      <TextField
        autoComplete="off"
        label={t`Year`}
        hint={t`For example, 1994 or 1990s.`}
        name="year"
        defaultValue={filters.year}
        maxLength={5}
        pattern="\d{4}|\d{3}0s"
      />
      <Choice
        label={t`Length`}
        name="length"
        anyLabel={t`Any length`}
        initialValue={filters.length}
        hint={t`One sheet: up to 8 pages.`}
        choices={lengths}
        labelOf={(length) => t(lengthNames[length as Length])}
      />
      <Choice
        label={t`Reading direction`}
        name="direction"
        anyLabel={t`Any direction`}
        initialValue={filters.direction}
        choices={readingDirections}
        labelOf={(direction) => t(readingDirectionNames[direction as ReadingDirection])}
      />
    </div>
  )
}

type ChoiceProps = {
  label: string
  name: string
  anyLabel: string
  initialValue: string | undefined
  hint?: string
  inUse?: readonly string[]
  choices: readonly string[]
  labelOf: (choice: string) => string
}

function Choice({ label, name, hint, anyLabel, inUse = [], choices, labelOf, ...props }: ChoiceProps) {
  const { t } = useLingui()
  const [value, setValue] = useState(props.initialValue ?? '')
  const field = useRef<HTMLSelectElement>(null)
  // The user may have chosen a value before hydration.
  useEffect(() => setValue(field.current?.value ?? ''), [])
  const known = new Set([...inUse, ...choices])
  const otherChoices = [...(value && !known.has(value) ? [value] : []), ...choices]
  const optionOf = (choice: string) => (
    // Language names differ between browsers.
    <option key={choice} value={choice} suppressHydrationWarning>
      {labelOf(choice)}
    </option>
  )
  return (
    <Field label={label} hint={hint}>
      {(inputProps) => (
        <select
          {...inputProps}
          ref={field}
          className="input"
          name={name}
          value={value}
          onChange={(event) => setValue(event.target.value)}
        >
          <option value="">{anyLabel}</option>
          {inUse.length > 0 && <optgroup label={t`In use`}>{inUse.map(optionOf)}</optgroup>}
          {inUse.length > 0 ? (
            <optgroup label={t`Others`}>
              {otherChoices.filter((choice) => !inUse.includes(choice)).map(optionOf)}
            </optgroup>
          ) : (
            otherChoices.map(optionOf)
          )}
        </select>
      )}
    </Field>
  )
}

function SubjectField({ initialValue, inUse }: { initialValue: string | undefined; inUse: readonly string[] }) {
  const { t } = useLingui()
  const [input, setInput] = useState('')
  const suggestions = useSubjects(input, inUse)
  return (
    <>
      <TextField
        autoComplete="off"
        label={t`Subject`}
        name="subject"
        defaultValue={initialValue}
        maxLength={limits.subject}
        list="filter-subjects"
        onInput={(event) => setInput(event.currentTarget.value)}
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
const noChoices: contract.FilterChoices = { kinds: [], languages: [], subjects: [] }

/** The values in use, loaded on demand. Empty until then. */
const useFilterChoices = (isEnabled: boolean) =>
  useQuery({ ...itemQuery(listFilterChoices), enabled: isEnabled }).data ?? noChoices
