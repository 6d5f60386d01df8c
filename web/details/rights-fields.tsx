import * as choices from '#contract/detail-choices.ts'
import { ChoiceField } from './choice-field.tsx'
import { type SaidProps, sayDetail } from './said.ts'

/** What others may do with it, and how it was made, in its maker's own words. */
export const RightsFields = ({ said: { details }, busy, onChange }: SaidProps) => (
  <>
    <ChoiceField
      label="Rights"
      none="Not said: all rights reserved"
      choices={choices.rights}
      names={choices.rightsNames}
      value={details.rights}
      disabled={busy}
      hint={<LicenceHint rights={details.rights} />}
      onChoose={(held) => onChange(sayDetail('rights', held))}
    />
    <ChoiceField
      label="Made with AI?"
      none="Not said"
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
