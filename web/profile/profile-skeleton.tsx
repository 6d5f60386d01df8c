import type { CSSProperties } from 'react'
import { SkeletonCards } from '#web/ui/states/skeleton.tsx'

const bar = (width: string, height?: string) => ({ '--w': width, height }) as CSSProperties

/** A profile that is not printed yet: where the face, the name and the rack will be. */
export const ProfileSkeleton = () => (
  <>
    <div className="idcard" aria-hidden="true" data-skeleton>
      <div className="pic">
        <span className="avatar" />
      </div>
      <div className="names">
        <span className="bar" style={bar('min(14rem, 80%)', '2.5rem')} />
        <span className="bar" style={bar('min(9rem, 60%)')} />
      </div>
      <div className="more2">
        <span className="bar" style={bar('min(26rem, 90%)')} />
        <span className="bar" style={bar('min(18rem, 70%)')} />
      </div>
    </div>
    <SkeletonCards what="the profile" />
  </>
)
