import { type ReactNode, useState } from 'react'
import * as choices from '#contract/detail-choices.ts'
import { kinds } from '#contract/kinds.ts'
import * as limits from '#contract/limits.ts'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { ChoiceField } from './choice-field.tsx'
import css from './details-form.module.css'
import { languageName, languageOf, offeredLanguages } from './language-names.ts'
import { LinesField } from './lines-field.tsx'
import { PaperFields } from './paper-fields.tsx'
import { refusedYear, useTyping } from './refused.ts'
import { coverPages, type SaidProps, sayDetail, sayNote } from './said.ts'
import { useSubjects } from './subject-calls.ts'

export const DetailsForm = ({ children, ...props }: SaidProps & { children?: ReactNode }) => (
  <div className={css.form}>
    <ContentNoteFields {...props} />
    <SeriesFields {...props} />
    {children}
    <SubjectsField {...props} />
    <AboutFields {...props} />
    <MakingFields {...props} />
    <RightsFields {...props} />
    <PaperFields {...props} />
  </div>
)

type LineName = 'series' | 'issue' | 'madeIn'
type LineProps = SaidProps & { name: LineName; label: string; maxLength: number; hint?: string }

const Line = ({ said, busy, onChange, name, ...field }: LineProps) => (
  <TextField
    {...field}
    readOnly={busy}
    value={said.details[name] ?? ''}
    onChange={(event) => onChange(sayDetail(name, event.target.value))}
  />
)

const ContentNoteFields = ({ said: { contentNote }, busy, onChange }: SaidProps) => (
  <div className={css.note}>
    <TextField
      label="Content note"
      hint="What readers should know before they see it, in your words: “Talks about grief.”"
      maxLength={limits.contentNote}
      readOnly={busy}
      value={contentNote?.text ?? ''}
      onChange={(event) => onChange(sayNote(event.target.value))}
    />
    {contentNote && (
      <CheckBox
        className={css.covers}
        checked={contentNote.coversPages}
        disabled={busy}
        onChange={(event) => onChange(coverPages(event.target.checked))}
      >
        Cover the pages until the reader agrees.
      </CheckBox>
    )}
  </div>
)

const SeriesFields = (props: SaidProps) => (
  <div className={css.wide}>
    <Line
      {...props}
      name="series"
      label="Series"
      hint="Issues of the same series share a page."
      maxLength={limits.series}
    />
    <Line {...props} name="issue" label="Issue" hint="3, or Winter." maxLength={limits.issue} />
  </div>
)

function AboutFields({ said: { details }, busy, onChange }: SaidProps) {
  return (
    <>
      <LinesField
        label="Languages"
        hint={`Up to ${limits.zineLanguages}. Press Enter to add one.`}
        values={details.languages ?? []}
        most={limits.zineLanguages}
        maxLength={60}
        busy={busy}
        suggestions={offeredLanguages().map(({ name }) => name)}
        nameOf={languageName}
        read={languageOf}
        refusal="Unknown language. Choose one from the list, or type its code, such as pt-BR."
        onChange={(languages) => onChange(sayDetail('languages', languages))}
      />
      <ChoiceField
        label="Kind"
        none="Not specified"
        choices={kinds}
        names={choices.kindNames}
        value={details.kind}
        disabled={busy}
        onChoose={(kind) => onChange(sayDetail('kind', kind))}
      />
    </>
  )
}

function MakingFields(props: SaidProps) {
  const { said, busy, onChange } = props
  const { details } = said
  return (
    <>
      <div className={css.wide}>
        <Line
          {...props}
          name="madeIn"
          label="Made in"
          hint="A town or a country. No street address."
          maxLength={limits.madeIn}
        />
        <YearField {...props} />
      </div>
      <LinesField
        label="With"
        hint={`Who else worked on it. Press Enter to add a name, up to ${limits.zineContributors}.`}
        values={details.with ?? []}
        most={limits.zineContributors}
        maxLength={limits.name}
        busy={busy}
        onChange={(names) => onChange(sayDetail('with', names))}
      />
    </>
  )
}

function YearField({ said: { details }, busy, onChange }: SaidProps) {
  const { isTyping, tells } = useTyping()
  const { year } = details
  const refused = isTyping && year !== undefined && year < 1000 ? undefined : refusedYear(details)
  return (
    <TextField
      label="Year made"
      inputMode="numeric"
      maxLength={4}
      readOnly={busy}
      {...(refused && { error: refused })}
      {...tells}
      value={year ?? ''}
      onChange={(event) => onChange(sayDetail('year', yearOf(event.target.value)))}
    />
  )
}

function yearOf(typed: string) {
  const digits = typed.replace(/\D/g, '').slice(0, 4)
  return digits ? Number(digits) : undefined
}

const RightsFields = ({ said: { details }, busy, onChange }: SaidProps) => (
  <>
    <ChoiceField
      label="Rights"
      none="Not specified: all rights reserved"
      choices={choices.rights}
      names={choices.rightsNames}
      value={details.rights}
      disabled={busy}
      hint={<LicenceHint rights={details.rights} />}
      onChoose={(held) => onChange(sayDetail('rights', held))}
    />
    <ChoiceField
      label="Made with AI?"
      none="Not specified"
      choices={choices.shares}
      names={choices.shareNames}
      value={details.ai}
      disabled={busy}
      onChoose={(ai) => onChange(sayDetail('ai', ai))}
    />
  </>
)

function LicenceHint({ rights }: { rights: choices.Rights | undefined }) {
  const address = rights && choices.licenceAddress(rights)
  if (!address) return 'What others may do with it.'
  return (
    <a href={address} target="_blank" rel="noopener license">
      What this licence permits<span className="sr"> (opens in a new tab)</span>
    </a>
  )
}

function SubjectsField({ said: { details }, busy, onChange }: SaidProps) {
  const [typed, setTyped] = useState('')
  const suggestions = useSubjects(typed)
  return (
    <LinesField
      label="Subjects"
      hint={`Up to ${limits.zineSubjects}. Four or more works best. Press Enter to add one.`}
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
