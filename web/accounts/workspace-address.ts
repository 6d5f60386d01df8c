export const workspaceAddress = (userId: string) => `/profile/${userId}?tab=workspace`
