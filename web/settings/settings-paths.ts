export const factorsPath = '/api/auth/factors'
export const identitiesPath = '/api/auth/identities'
export const devicesPath = '/api/auth/sessions'
export const accountPath = (userId: string) => `/api/users/${userId}`
export const exportPath = (userId: string) => `/api/users/${userId}/export`
