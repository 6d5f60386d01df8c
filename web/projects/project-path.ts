export const projectPath = (id: string) => `/api/projects/${encodeURIComponent(id)}`
export const versionsPath = (id: string) => `${projectPath(id)}/versions`
export const workspaceAddress = (userId: string) => `/profile/${userId}?tab=workspace`
