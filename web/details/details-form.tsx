import { type ReactNode, useState } from 'react'
import * as choices from '#contract/detail-choices.ts'
import { kinds } from '#contract/kinds.ts'
import * as limits from '#contract/limits.ts'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { ChoiceField } from './choice-field.tsx'
import { getYearProblem, useTyping } from './detail-problems.ts'
import css from './details-form.module.css'
import { findLanguage } from './find-language.ts'
import { languageName, offeredLanguages } from './language-names.ts'
import { ListField } from './list-field.tsx'
import { PaperFields } from './paper-fields.tsx'
import { useSubjects } from './subject-calls.ts'
import { type MetadataProps, setContentNote, setCoversPages, setDetail } from './zine-metadata.ts'

export const DetailsForm = ({ children, ...props }: MetadataProps & { children?: ReactNode }) => (
  <div className={css.form}>
    <ContentNoteFields {...props} />
    <SeriesFields {...props} />
    {children}
    <SubjectsField {...props} />
    <AboutFields {...props} />
    <ProductionFields {...props} />
    <RightsFields {...props} />
    <PaperFields {...props} />
  </div>
)

type LineName = 'series' | 'issue' | 'madeIn'
type LineProps = MetadataProps & { name: LineName; label: string; maxLength: number; hint?: string }

const Line = ({ metadata, busy, onChange, name, ...field }: LineProps) => (
  <TextField
    {...field}
    readOnly={busy}
    value={metadata.details[name] ?? ''}
    onChange={(event) => onChange(setDetail(name, event.target.value))}
  />
)

const ContentNoteFields = ({ metadata: { contentNote }, busy, onChange }: MetadataProps) => (
  <div className={css.note}>
    <TextField
      label="Content note"
      hint="What readers should know before they open the zine, in your words: “Talks about grief.”"
      maxLength={limits.contentNote}
      readOnly={busy}
      value={contentNote?.text ?? ''}
      onChange={(event) => onChange(setContentNote(event.target.value))}
    />
    {contentNote && (
      <CheckBox
        className={css.coverPages}
        checked={contentNote.coversPages}
        disabled={busy}
        onChange={(event) => onChange(setCoversPages(event.target.checked))}
      >
        Cover the pages until the reader agrees.
      </CheckBox>
    )}
  </div>
)

const SeriesFields = (props: MetadataProps) => (
  <div className={css.wide}>
    <Line
      {...props}
      name="series"
      label="Series"
      hint="Issues of the same series share a page."
      maxLength={limits.series}
    />
    <Line {...props} name="issue" label="Issue" hint="For example, 3 or Winter." maxLength={limits.issue} />
  </div>
)

function AboutFields({ metadata: { details }, busy, onChange }: MetadataProps) {
  return (
    <>
      <ListField
        label="Languages"
        hint={`Up to ${limits.zineLanguages}. Press Enter to add one.`}
        values={details.languages ?? []}
        maxEntries={limits.zineLanguages}
        maxLength={60}
        busy={busy}
        suggestions={offeredLanguages().map(({ name }) => name)}
        nameOf={languageName}
        parse={findLanguage}
        invalidMessage="Unknown language. Choose one from the list, or type its code, such as pt-BR."
        onChange={(languages) => onChange(setDetail('languages', languages))}
      />
      <ChoiceField
        label="Kind"
        emptyLabel="Not specified"
        choices={kinds}
        labels={choices.kindNames}
        value={details.kind}
        disabled={busy}
        onChange={(kind) => onChange(setDetail('kind', kind))}
      />
    </>
  )
}

function ProductionFields(props: MetadataProps) {
  const { metadata, busy, onChange } = props
  const { details } = metadata
  return (
    <>
      <div className={css.wide}>
        <Line
          {...props}
          name="madeIn"
          label="Made in"
          hint="A town or country, not a street address."
          maxLength={limits.madeIn}
        />
        <YearField {...props} />
      </div>
      <ListField
        label="With"
        hint={`Who else worked on this zine. Press Enter to add a name, up to ${limits.zineContributors}.`}
        values={details.with ?? []}
        maxEntries={limits.zineContributors}
        maxLength={limits.name}
        busy={busy}
        onChange={(names) => onChange(setDetail('with', names))}
      />
    </>
  )
}

function YearField({ metadata: { details }, busy, onChange }: MetadataProps) {
  const { isTyping, typingHandlers } = useTyping()
  const { year } = details
  const problem = isTyping && year !== undefined && year < 1000 ? undefined : getYearProblem(details)
  return (
    <TextField
      label="Year made"
      inputMode="numeric"
      maxLength={4}
      readOnly={busy}
      {...(problem && { error: problem })}
      {...typingHandlers}
      value={year ?? ''}
      onChange={(event) => onChange(setDetail('year', yearOf(event.target.value)))}
    />
  )
}

function yearOf(input: string) {
  const digits = input.replace(/\D/g, '').slice(0, 4)
  return digits ? Number(digits) : undefined
}

const RightsFields = ({ metadata: { details }, busy, onChange }: MetadataProps) => (
  <>
    <ChoiceField
      label="Rights"
      emptyLabel="Not specified: all rights reserved"
      choices={choices.rights}
      labels={choices.rightsNames}
      value={details.rights}
      disabled={busy}
      hint={<LicenceHint rights={details.rights} />}
      onChange={(rights) => onChange(setDetail('rights', rights))}
    />
    <ChoiceField
      label="Made with AI?"
      emptyLabel="Not specified"
      choices={choices.aiShares}
      labels={choices.aiShareNames}
      value={details.ai}
      disabled={busy}
      onChange={(ai) => onChange(setDetail('ai', ai))}
    />
  </>
)

function LicenceHint({ rights }: { rights: choices.Rights | undefined }) {
  const address = rights && choices.licenceUrl(rights)
  if (!address) return 'What others may do with this zine.'
  return (
    <a href={address} target="_blank" rel="noopener license">
      What this license permits<span className="sr"> (opens in a new tab)</span>
    </a>
  )
}

function SubjectsField({ metadata: { details }, busy, onChange }: MetadataProps) {
  const [query, setQuery] = useState('')
  const suggestions = useSubjects(query)
  return (
    <ListField
      label="Subjects"
      hint={`Up to ${limits.zineSubjects}. Four or more works best. Press Enter to add one.`}
      values={details.subjects ?? []}
      maxEntries={limits.zineSubjects}
      maxLength={limits.subject}
      busy={busy}
      suggestions={suggestions}
      onTyping={setQuery}
      onChange={(subjects) => onChange(setDetail('subjects', subjects))}
    />
  )
}
