import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
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

const ContentNoteFields = ({ metadata: { contentNote }, busy, onChange }: MetadataProps) => {
  const { t } = useLingui()
  return (
    <div className={css.note}>
      <TextField
        label={t`Content note`}
        hint={t`What readers should know before they open the zine, in your words: “Talks about grief.”`}
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
        >{t`Cover the pages until the reader agrees.`}</CheckBox>
      )}
    </div>
  )
}

const SeriesFields = (props: MetadataProps) => {
  const { t } = useLingui()
  return (
    <div className={css.wide}>
      <Line
        {...props}
        name="series"
        label={t`Series`}
        hint={t`Issues of the same series share a page.`}
        maxLength={limits.series}
      />
      <Line {...props} name="issue" label={t`Issue`} hint={t`For example, 3 or Winter.`} maxLength={limits.issue} />
    </div>
  )
}

function AboutFields({ metadata: { details }, busy, onChange }: MetadataProps) {
  const { t, i18n } = useLingui()
  return (
    <>
      <ListField
        label={t`Languages`}
        hint={t`Up to ${ph({ zineLanguages: limits.zineLanguages })}. Press Enter to add one.`}
        values={details.languages ?? []}
        maxEntries={limits.zineLanguages}
        maxLength={60}
        busy={busy}
        suggestions={offeredLanguages(i18n.locale).map(({ name }) => name)}
        nameOf={(tag) => languageName(i18n.locale, tag)}
        parse={(input) => findLanguage(i18n.locale, input)}
        invalidMessage={t`Unknown language. Choose one from the list, or type its code, such as pt-BR.`}
        onChange={(languages) => onChange(setDetail('languages', languages))}
      />
      <ChoiceField
        label={t`Kind`}
        emptyLabel={t`Not specified`}
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
  const { t } = useLingui()
  const { metadata, busy, onChange } = props
  const { details } = metadata
  return (
    <>
      <div className={css.wide}>
        <Line
          {...props}
          name="madeIn"
          label={t`Made in`}
          hint={t`A town or country, not a street address.`}
          maxLength={limits.madeIn}
        />
        <YearField {...props} />
      </div>
      <ListField
        label={t`With`}
        hint={t`Who else worked on this zine. Press Enter to add a name, up to ${ph({ zineContributors: limits.zineContributors })}.`}
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
  const { t } = useLingui()
  const { isTyping, typingHandlers } = useTyping()
  const { year } = details
  const problem = isTyping && year !== undefined && year < 1000 ? undefined : getYearProblem(details)
  return (
    <TextField
      label={t`Year made`}
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

const RightsFields = ({ metadata: { details }, busy, onChange }: MetadataProps) => {
  const { t } = useLingui()
  return (
    <>
      <ChoiceField
        label={t`Rights`}
        emptyLabel={t`Not specified: all rights reserved`}
        choices={choices.rights}
        labels={choices.rightsNames}
        value={details.rights}
        disabled={busy}
        hint={<LicenceHint rights={details.rights} />}
        onChange={(rights) => onChange(setDetail('rights', rights))}
      />
      <ChoiceField
        label={t`Made with AI?`}
        emptyLabel={t`Not specified`}
        choices={choices.aiShares}
        labels={choices.aiShareNames}
        value={details.ai}
        disabled={busy}
        onChange={(ai) => onChange(setDetail('ai', ai))}
      />
    </>
  )
}

function LicenceHint({ rights }: { rights: choices.Rights | undefined }) {
  const { t } = useLingui()
  const address = rights && choices.licenceUrl(rights)
  if (!address) return t`What others may do with this zine.`
  return (
    <a href={address} target="_blank" rel="noopener license">
      <Trans>
        What this license permits<span className="sr"> (opens in a new tab)</span>
      </Trans>
    </a>
  )
}

function SubjectsField({ metadata: { details }, busy, onChange }: MetadataProps) {
  const { t } = useLingui()
  const [query, setQuery] = useState('')
  const suggestions = useSubjects(query)
  return (
    <ListField
      label={t`Subjects`}
      hint={t`Up to ${ph({ zineSubjects: limits.zineSubjects })}. Four or more works best. Press Enter to add one.`}
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
