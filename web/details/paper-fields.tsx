import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import * as choices from '#contract/detail-choices.ts'
import * as limits from '#contract/limits.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { ChoiceField } from './choice-field.tsx'
import { getPaperUrlProblem, useTyping } from './detail-problems.ts'
import css from './details-form.module.css'
import { type MetadataProps, setDetail, setPaper } from './zine-metadata.ts'

export const PaperFields = ({ metadata, busy, onChange }: MetadataProps) => {
  const { t } = useLingui()
  return (
    <>
      <TextField
        label={t`On paper`}
        hint={t`How people can get a copy: “$3 or trade”. Don’t write a street address: everyone can read this.`}
        maxLength={limits.paperText}
        readOnly={busy}
        value={metadata.details.paper?.words ?? ''}
        onChange={(event) => onChange(setPaper('words', event.target.value))}
      />
      <AddressField metadata={metadata} busy={busy} onChange={onChange} />
      <div className={css.twoColumns}>
        <ChoiceField
          label={t`Size`}
          emptyLabel={t`Not specified`}
          choices={choices.sizes}
          labels={choices.sizeNames}
          value={metadata.details.size}
          disabled={busy}
          onChange={(size) => onChange(setDetail('size', size))}
        />
        <ChoiceField
          label={t`Binding`}
          emptyLabel={t`Not specified`}
          choices={choices.bindings}
          labels={capitalBindings}
          value={metadata.details.binding}
          disabled={busy}
          onChange={(binding) => onChange(setDetail('binding', binding))}
        />
      </div>
    </>
  )
}

const capitalBindings: Record<choices.Binding, MessageDescriptor> = {
  folded: msg`Folded`,
  stapled: msg`Stapled`,
  sewn: msg`Sewn`,
  glued: msg`Glued`,
}

function AddressField({ metadata: { details }, busy, onChange }: MetadataProps) {
  const { t } = useLingui()
  const { isTyping, typingHandlers } = useTyping()
  const url = details.paper?.url ?? ''
  const problem = isTyping && isPartialUrl(url) ? undefined : getPaperUrlProblem(details)
  return (
    <TextField
      label={t`Link to the paper copy`}
      type="url"
      placeholder="https://"
      maxLength={limits.website}
      readOnly={busy}
      {...(problem && { error: problem })}
      {...typingHandlers}
      value={url}
      onChange={(event) => onChange(setPaper('url', event.target.value))}
    />
  )
}

const isPartialUrl = (url: string) => 'https://'.startsWith(url) || /^https?:\/\//i.test(url)
