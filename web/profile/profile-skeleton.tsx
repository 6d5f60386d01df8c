import type { CSSProperties } from 'react'
import avatar from '#web/ui/marks/avatar.module.css'
import skeleton from '#web/ui/states/skeleton.module.css'
import { SkeletonCards } from '#web/ui/states/skeleton.tsx'
import css from './profile-page.module.css'

const bar = (width: string, height?: string) => ({ '--w': width, height }) as CSSProperties

/** A profile that is not printed yet: where the face, the name and the rack will be. */
export const ProfileSkeleton = () => (
  <>
    <div className={css.idcard} aria-hidden="true" data-skeleton>
      <div className={css.pic}>
        <span className={avatar.avatar} />
      </div>
      <div className={css.names}>
        <span className={skeleton.bar} style={bar('min(14rem, 80%)', '2.5rem')} />
        <span className={skeleton.bar} style={bar('min(9rem, 60%)')} />
      </div>
      <div className={css.more2}>
        <span className={skeleton.bar} style={bar('min(26rem, 90%)')} />
        <span className={skeleton.bar} style={bar('min(18rem, 70%)')} />
      </div>
    </div>
    <SkeletonCards what="the profile" />
  </>
)
