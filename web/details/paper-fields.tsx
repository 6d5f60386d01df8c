import * as choices from '#contract/detail-choices.ts'
import * as limits from '#contract/limits.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { ChoiceField } from './choice-field.tsx'
import css from './details-form.module.css'
import { refusedAddress, useTyping } from './refused.ts'
import { type SaidProps, sayDetail, sayPaper } from './said.ts'

export const PaperFields = ({ said, busy, onChange }: SaidProps) => (
  <>
    <TextField
      label="On paper"
      hint="How people can get a copy: “$3 or trade”. Don’t write a street address: everyone can read this."
      maxLength={limits.paperWords}
      readOnly={busy}
      value={said.details.paper?.words ?? ''}
      onChange={(event) => onChange(sayPaper('words', event.target.value))}
    />
    <AddressField said={said} busy={busy} onChange={onChange} />
    <div className={css.half}>
      <ChoiceField
        label="Size"
        none="Not specified"
        choices={choices.sizes}
        names={choices.sizeNames}
        value={said.details.size}
        disabled={busy}
        onChoose={(size) => onChange(sayDetail('size', size))}
      />
      <ChoiceField
        label="Binding"
        none="Not specified"
        choices={choices.bindings}
        names={capitalBindings}
        value={said.details.binding}
        disabled={busy}
        onChoose={(binding) => onChange(sayDetail('binding', binding))}
      />
    </div>
  </>
)

const capitalBindings: Record<choices.Binding, string> = {
  folded: 'Folded',
  stapled: 'Stapled',
  sewn: 'Sewn',
  glued: 'Glued',
}

function AddressField({ said: { details }, busy, onChange }: SaidProps) {
  const { isTyping, tells } = useTyping()
  const url = details.paper?.url ?? ''
  const refused = isTyping && isBegun(url) ? undefined : refusedAddress(details)
  return (
    <TextField
      label="Link to the paper copy"
      type="url"
      placeholder="https://"
      maxLength={limits.website}
      readOnly={busy}
      {...(refused && { error: refused })}
      {...tells}
      value={url}
      onChange={(event) => onChange(sayPaper('url', event.target.value))}
    />
  )
}

const isBegun = (url: string) => 'https://'.startsWith(url) || /^https?:\/\//i.test(url)
