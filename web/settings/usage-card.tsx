import { msg, ph, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type CSSProperties, useId } from 'react'
import { formatNumber } from '#web/languages/formats.ts'
import css from './setting.module.css'
import { Setting, SettingRead } from './setting.tsx'
import { usageQuery } from './setting-calls.ts'

type UsageShare = { used: number; most: number }

export const UsageCard = () => {
  const { t, i18n } = useLingui()
  const format = (count: number) => formatNumber(i18n.locale, count)
  return (
    <Setting title={t({ message: 'Space', context: 'storage' })} hint={t`How much of your storage you use.`}>
      <SettingRead query={usageQuery} what="storage">
        {({ bytes, zines, projects, texts, focusSessions, shelves }) => (
          <>
            <SpaceBar {...bytes} />
            <ul className={`meta ${css.counts}`}>
              {zines.used > 0 && (
                <li>{t`${ph({ used: format(zines.used) })} of ${plural({ most: zines.most }, { one: '# zine', other: '# zines' })}`}</li>
              )}
              {projects.used > 0 && (
                <li>{t`${ph({ used: format(projects.used) })} of ${plural({ most: projects.most }, { one: '# project', other: '# projects' })}`}</li>
              )}
              {texts.used > 0 && <li>{t(describeTexts(texts, i18n.locale))}</li>}
              {focusSessions.used > 0 && (
                <li>{t`${ph({ used: format(focusSessions.used) })} of ${plural({ most: focusSessions.most }, { one: '# focus session', other: '# focus sessions' })}`}</li>
              )}
              {shelves.used > 0 && (
                <li>{t`${ph({ used: format(shelves.used) })} of ${plural({ most: shelves.most }, { one: '# shelf', other: '# shelves' })}`}</li>
              )}
            </ul>
          </>
        )}
      </SettingRead>
    </Setting>
  )
}

function SpaceBar({ used, most }: UsageShare) {
  const { t, i18n } = useLingui()
  const id = useId()
  const text = t(describeStorage({ used, most }, i18n.locale))
  const percent = `${Math.min(100, (used / most) * 100)}%`
  return (
    <div className={css.storage}>
      <p id={id}>{text}</p>
      <meter className="sr" aria-labelledby={id} max={most} value={used}>
        {text}
      </meter>
      <div aria-hidden="true" className={css.bar} style={{ '--used': percent } as CSSProperties} />
    </div>
  )
}

const bytesPerMb = 1024 * 1024

const isUnderOneMb = (bytes: number) => bytes > 0 && bytes < bytesPerMb

const inMb = (bytes: number, language: string) => formatNumber(language, Math.round(bytes / bytesPerMb))

function describeStorage({ used, most }: UsageShare, language: string) {
  const mostMb = inMb(most, language)
  return isUnderOneMb(used)
    ? msg`under 1 of ${mostMb} MB used`
    : msg`${ph({ usedMb: inMb(used, language) })} of ${mostMb} MB used`
}

function describeTexts({ used, most }: UsageShare, language: string) {
  const mostMb = inMb(most, language)
  return isUnderOneMb(used)
    ? msg`under 1 of ${mostMb} MB of text`
    : msg`${ph({ usedMb: inMb(used, language) })} of ${mostMb} MB of text`
}
