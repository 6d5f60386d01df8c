export const projectPath = (id: string) => `/api/projects/${id}`
export const projectsPath = (userId: string) => `/api/users/${userId}/projects`
export const versionsPath = (id: string) => `${projectPath(id)}/versions`
export const workspaceAddress = (userId: string) => `/profile/${userId}?tab=workspace`
