import { limits } from '#contract/limits.ts'

/**
 * A list cuts its table to this many rows in a subquery, and only then joins what is shown with them. Of a limit
 * that is a parameter, PostgreSQL expects a tenth of the table; so it would either join far too much, or plan each
 * request anew, which takes longer than the query itself.
 */
export const longestPage = limits.pageSizeMax + 1
