/** Where a member's timer is kept in this browser, and what of it could not be sent yet. */
export const timerKey = (userId: string) => `foldout:${userId}:timer`
export const unsentKey = (userId: string) => `foldout:${userId}:unsent-sessions`
