import { Link } from 'react-router'
import { preloadSignIn } from '#web/accounts/enter/account-slot.tsx'
import { openSignIn } from '#web/accounts/open-sign-in.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Avatar } from '#web/ui/marks/avatar.tsx'
import { PersonIcon, PlusIcon } from '#web/ui/marks/icons.tsx'
import { Stamp } from '#web/ui/marks/stamp.tsx'
import { openUpload } from '#web/upload/open-upload.ts'
import { preloadUpload } from '#web/upload/upload-slot.tsx'
import './header.css'
import { Logo } from './logo.tsx'

export const Header = () => (
  <header className="top">
    <div className="wrap">
      <Logo />
      <Stamp tilt>
        <span className="day">Beta: open late</span>
        <span className="night">Beta: night shift</span>
      </Stamp>
      <nav aria-label="Main">
        <Link className="about" to="/about">
          About
        </Link>
        <Button onClick={openUpload} onPointerEnter={preloadUpload} onFocus={preloadUpload}>
          <PlusIcon />
          Upload
        </Button>
        <Who />
      </nav>
    </div>
  </header>
)

function Who() {
  const viewer = useViewer()
  if (viewer) {
    return (
      <Link className="who" to={`/profile/${viewer.id}`}>
        <span className="sr">Your profile</span>
        <Avatar username={viewer.username} imageUrl={viewer.profileImageUrl} />
      </Link>
    )
  }
  return (
    <button
      type="button"
      className="who"
      aria-label="Sign in"
      onClick={() => openSignIn()}
      onPointerEnter={preloadSignIn}
      onFocus={preloadSignIn}
    >
      <span className="avatar">
        <PersonIcon />
      </span>
    </button>
  )
}
