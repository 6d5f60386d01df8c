import { Ellipsis, FolderInput, LogOut, Settings } from 'lucide-react'
import { useNavigate } from 'react-router'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/controls/menu.tsx'

export function OwnerMenu({ onSignOut }: { onSignOut: () => Promise<void> }) {
  const navigate = useNavigate()
  return (
    <Menu
      trigger={
        <IconButton boxed aria-label="Profile menu">
          <Ellipsis className="ico" aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuItem
        icon={<Settings className="ico" aria-hidden="true" />}
        onSelect={() => void navigate('/account-settings')}
      >
        Account Settings
      </MenuItem>
      <MenuItem
        icon={<FolderInput className="ico" aria-hidden="true" />}
        onSelect={() => void navigate('/import')}
      >
        Import Zines
      </MenuItem>
      <MenuItem icon={<LogOut className="ico" aria-hidden="true" />} onSelect={() => void onSignOut()}>
        Logout
      </MenuItem>
    </Menu>
  )
}
