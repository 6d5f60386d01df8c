import { Link } from 'react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { workspaceAddress } from './project-path.ts'

export const ProjectNotFound = ({ userId }: { userId: string }) => (
  <div>
    <h1>Project Not Found</h1>
    <p>The project you're looking for doesn't exist.</p>
    <Link className={buttonClass({})} to={workspaceAddress(userId)}>
      Back to Profile
    </Link>
  </div>
)
