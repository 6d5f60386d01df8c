import { Ellipsis, LogOut } from 'lucide-react'
import { useSignOut } from '#web/accounts/use-viewer-change.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'

export function OwnerMenu() {
  const signOut = useSignOut()
  return (
    <Menu
      trigger={
        <IconButton boxed aria-label="Profile menu">
          <Ellipsis className="ico" aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuItem icon={<LogOut className="ico" aria-hidden="true" />} onSelect={() => void signOut()}>
        Logout
      </MenuItem>
    </Menu>
  )
}
