import { useLingui } from '@lingui/react/macro'
import check from '#web/ui/forms/check.module.css'
import skeleton from '#web/ui/states/skeleton.module.css'
import css from './project-ticket.module.css'

export const SkeletonTickets = () => {
  const { t } = useLingui()
  return (
    <>
      <p className="sr" role="status">{t`Loading projects`}</p>
      <ul className={css.jobs} aria-hidden="true">
        {['62%', '48%', '70%'].map((width) => (
          <li key={width} className={css.job} data-skeleton>
            <div className={css.done}>
              <span className={`${check.check} ${css.box}`} />
            </div>
            <div className={css.info}>
              <span className={skeleton.bar} style={{ width, height: '1.2em' }} />
              <span className={skeleton.bar} style={{ width: '80%' }} />
            </div>
            <div className={css.stub} />
          </li>
        ))}
      </ul>
    </>
  )
}
