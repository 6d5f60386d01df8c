import { ph, t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type CSSProperties, useId } from 'react'
import { formatCount, formatNumber } from '#web/ui/number.ts'
import css from './setting.module.css'
import { Setting, SettingRead } from './setting.tsx'
import { usageQuery } from './setting-calls.ts'

type UsageShare = { used: number; most: number }

export const UsageCard = () => {
  const { t } = useLingui()
  return (
    <Setting title="Space" hint={t`How much of your storage you use.`}>
      <SettingRead query={usageQuery} what={t`your storage`}>
        {({ bytes, zines, projects, texts, focusSessions, shelves }) => (
          <>
            <SpaceBar {...bytes} />
            <ul className={t`meta ${ph({ counts: css.counts })}`}>
              <Count {...zines} noun="zine" />
              <Count {...projects} noun="project" />
              {texts.used > 0 && (
                <li>
                  <Trans>{ph({ texts: ofMb(texts) })} of text</Trans>
                </li>
              )}
              <Count {...focusSessions} noun={t`focus session`} />
              {shelves.used > 0 && (
                <li>
                  <Trans>
                    {ph({ used: formatNumber(shelves.used) })} of {ph({ most: formatNumber(shelves.most) })} shelves
                  </Trans>
                </li>
              )}
            </ul>
          </>
        )}
      </SettingRead>
    </Setting>
  )
}

function SpaceBar({ used, most }: UsageShare) {
  const { t } = useLingui()
  const id = useId()
  const text = t`${ph({ ofMb: ofMb({ used, most }) })} used`
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

const Count = ({ used, most, noun }: UsageShare & { noun: string }) =>
  used > 0 && (
    <li>
      <Trans>
        {ph({ used: formatNumber(used) })} of {ph({ most: formatCount(most, noun) })}
      </Trans>
    </li>
  )

const bytesPerMb = 1024 * 1024

const ofMb = ({ used, most }: UsageShare) => t`${ph({ used: inMb(used) })} of ${ph({ most: inMb(most) })} MB`

const inMb = (bytes: number) =>
  bytes > 0 && bytes < bytesPerMb ? 'under 1' : formatNumber(Math.round(bytes / bytesPerMb))
