/** All that PostgreSQL sees of our environment: PGPORT, PGDATA or a foreign locale would change what it does. */
export const postgresEnv = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
