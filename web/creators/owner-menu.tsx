import { Ellipsis, LogOut } from 'lucide-react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'

export const OwnerMenu = ({ onSignOut }: { onSignOut: () => Promise<void> }) => (
  <Menu
    trigger={
      <IconButton boxed aria-label="Profile menu">
        <Ellipsis className="ico" aria-hidden="true" />
      </IconButton>
    }
  >
    <MenuItem icon={<LogOut className="ico" aria-hidden="true" />} onSelect={() => void onSignOut()}>
      Logout
    </MenuItem>
  </Menu>
)
