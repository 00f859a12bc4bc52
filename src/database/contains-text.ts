import { type RawBuilder, sql } from 'kysely'

/** Whether a column contains a text, whatever their case, accents and Unicode forms. */
export const containsText = (column: string, text: string): RawBuilder<boolean> =>
  sql`strpos(${fold(sql.ref(column))}, ${fold(sql`${text}::text`)}) > 0`

/** Without combining marks, which NFKD has separated from their letters. */
const fold = (text: RawBuilder<unknown>) =>
  sql`lower(regexp_replace(normalize(${text}, nfkd), '[\\u0300-\\u036f]', '', 'g'))`
