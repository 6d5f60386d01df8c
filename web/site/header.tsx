import { useLingui } from '@lingui/react/macro'
import { preloadSignIn } from '#web/accounts/sign-in/account-slot.tsx'
import { openSignIn, useViewer } from '#web/accounts/viewer.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Link } from '#web/ui/controls/link.tsx'
import avatar from '#web/ui/marks/avatar.module.css'
import { Avatar } from '#web/ui/marks/avatar.tsx'
import { PersonIcon, PlusIcon } from '#web/ui/marks/icons.tsx'
import { Stamp } from '#web/ui/marks/stamp.tsx'
import { openUpload, preloadUpload } from '#web/upload/upload-slot.tsx'
import css from './header.module.css'

export const Header = () => {
  const { t } = useLingui()
  return (
    <header className={css.header}>
      <div className="wrap">
        <Logo />
        <Stamp tilt>
          <span className={css.day}>{t`Beta: open late`}</span>
          <span className={css.night}>{t`Beta: night shift`}</span>
        </Stamp>
        <nav aria-label={t`Main`}>
          <Link to="/about">{t`About`}</Link>
          <Upload />
          <AccountButton />
        </nav>
      </div>
    </header>
  )
}

function Upload() {
  const { t } = useLingui()
  const preload = useViewer() ? preloadUpload : preloadSignIn
  return (
    <Button onClick={openUpload} onPointerEnter={preload} onFocus={preload}>
      <PlusIcon />
      {t`Upload`}
    </Button>
  )
}

function AccountButton() {
  const { t } = useLingui()
  const viewer = useViewer()
  if (viewer) {
    return (
      <Link className={css.account} to={`/profile/${viewer.id}`}>
        <span className="sr">{t`Your profile`}</span>
        <Avatar username={viewer.username} imageUrl={viewer.profileImageUrl} />
      </Link>
    )
  }
  return (
    <button
      type="button"
      className={css.account}
      aria-label={t`Sign in`}
      onClick={() => openSignIn()}
      onPointerEnter={preloadSignIn}
      onFocus={preloadSignIn}
    >
      <span className={avatar.avatar}>
        <PersonIcon />
      </span>
    </button>
  )
}

const Logo = () => {
  const { t } = useLingui()
  return (
    <Link className={css.logo} to="/" aria-label={t`Foldout, home`}>
      <svg viewBox="0 0 48 40" aria-hidden="true">
        <g style={{ isolation: 'isolate' }}>
          <path d="M2 6 18 12V38L2 32Z" />
          <path d="M15 13 32 6V32L15 39Z" />
          <path d="M29 6 46 12V38L29 32Z" />
        </g>
      </svg>
      {t`Foldout`}
    </Link>
  )
}
