import { accountActions } from './actions/account-actions.ts'
import { fileActions, storeActions } from './actions/file-actions.ts'
import { moderationActions } from './actions/moderation-actions.ts'
import { readerActions } from './actions/reader-actions.ts'
import { workspaceActions } from './actions/workspace-actions.ts'
import { zineActions } from './actions/zine-actions.ts'

export const allActions = [
  ...accountActions,
  ...zineActions,
  ...workspaceActions,
  ...readerActions,
  ...moderationActions,
  ...fileActions,
]

export { fileActions, storeActions }
