import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Settings2 } from 'lucide-react'
import { useId } from 'react'
import type { FullZine } from '#contract/zines.ts'
import { BrowserOnly } from '#web/ui/browser-only.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { lazyOptional } from '#web/ui/lazy-optional.ts'
import bar from './reader-bar.module.css'
import type { Commands } from './reading-keys.ts'
import { type Choices, updateChoices, type Zoom, zooms } from './use-choices.ts'
import type { useFullScreen } from './use-full-screen.ts'
import type { Reading } from './use-reading.ts'
import css from './view-panel.module.css'

export type ViewPanelProps = {
  zine: FullZine
  reading: Reading
  choices: Choices
  commands: Commands
  fullScreen: ReturnType<typeof useFullScreen>
}

const SaveOfflineButton = lazyOptional(
  async () => (await import('#web/offline/save-offline-button.tsx')).SaveOfflineButton,
)

const zoomNames: Record<Zoom, MessageDescriptor> = { page: msg`Fit page`, width: msg`Fit width`, double: msg`200%` }

export function ViewPanel(props: ViewPanelProps) {
  const { t } = useLingui()
  const { zine, choices, commands, fullScreen } = props
  const id = useId()
  return (
    <>
      <button type="button" className={bar.tool} popoverTarget={id}>
        <Settings2 className="ico" aria-hidden="true" />
        <span>{t`View`}</span>
      </button>
      <div id={id} popover="auto" role="dialog" aria-label={t`View`} className={css.panel}>
        <PagesChoice {...props} />
        <fieldset>
          <legend>{t({ message: 'Size', context: 'of a page on the screen' })}</legend>
          {zooms.map((zoom) => (
            <label key={zoom}>
              <input
                type="radio"
                name="zoom"
                checked={choices.zoom === zoom}
                onChange={() => updateChoices({ zoom })}
              />
              {t(zoomNames[zoom])}
            </label>
          ))}
        </fieldset>
        <div className={css.more}>
          {fullScreen.isOffered && (
            <Button look="second" size="small" onClick={commands.fullScreen}>
              {fullScreen.isFull ? t`Leave full screen` : t`Full screen`}
            </Button>
          )}
          <Button
            look="second"
            size="small"
            popoverTarget={id}
            popoverTargetAction="hide"
            onClick={commands.keys}
          >{t`Keyboard shortcuts`}</Button>
          <BrowserOnly>
            <SaveOfflineButton zine={zine} look="second" size="small" />
          </BrowserOnly>
          <Link to={`/zine/${zine.id}/text`}>{t`The whole zine as text`}</Link>
        </div>
      </div>
    </>
  )
}

function PagesChoice({ reading, choices, commands }: ViewPanelProps) {
  const { t } = useLingui()
  const fitsSpread = reading.fitsSpread !== false
  const isSpread = reading.mode === 'spread'
  return (
    <fieldset>
      <legend>{t`Pages`}</legend>
      <label>
        <input
          type="radio"
          name="mode"
          checked={!isSpread}
          onChange={() => fitsSpread && updateChoices({ mode: 'single' })}
        />
        {t`One page`}
      </label>
      <label>
        <input
          type="radio"
          name="mode"
          checked={isSpread}
          disabled={!fitsSpread}
          onChange={() => updateChoices({ mode: 'spread' })}
        />
        {t`Two side by side`}
      </label>
      {!fitsSpread && <p className="meta">{t`Needs a wider window.`}</p>}
      {isSpread && (
        <>
          <CheckBox
            checked={choices.cover === 'alone'}
            onChange={({ target }) => updateChoices({ cover: target.checked ? 'alone' : 'joined' })}
          >{t`Cover alone`}</CheckBox>
          <Button look="second" size="small" onClick={commands.shift}>{t`Shift by one page`}</Button>
        </>
      )}
    </fieldset>
  )
}
