/** Functions of PostgreSQL (and of its usual extensions) that answer something else each time. */
const TIMES = ['now', 'clock_timestamp', 'statement_timestamp', 'transaction_timestamp', 'timeofday', 'pg_sleep\\w*'];
const IDENTIFIERS = ['gen_random_uuid', 'gen_random_bytes', 'uuidv4', 'uuidv7', 'uuid_generate_v\\d\\w*'];
const FUNCTIONS = [...TIMES, ...IDENTIFIERS, 'random', 'random_normal'];
/** The same without brackets. */
const KEYWORDS = ['current_timestamp', 'current_date', 'current_time', 'localtimestamp', 'localtime'];

const CALL = new RegExp(`\\b(${FUNCTIONS.join('|')})"?\\s*\\(|\\b(${KEYWORDS.join('|')})\\b`, 'i');
/** `'now'::timestamptz` and `timestamptz 'today'`: constants that are read when the statement is. */
const CONSTANT =
  /'(now|today|tomorrow|yesterday)'\s*::|\b(date|time\w*)\s+'(now|today|tomorrow|yesterday)'|cast\s*\(\s*'(now|today|tomorrow|yesterday)'/i;
const NAME = new RegExp(`^(pg_catalog\\.)?(${[...FUNCTIONS, ...KEYWORDS].join('|')})$`, 'i');

/** Whether a statement, or a piece of one, asks the server for the time or for chance. */
export const callsTimeOrChance = (text) => CALL.test(text) || CONSTANT.test(text);

/** Whether this is the name of such a function. */
export const isTimeOrChance = (name) => NAME.test(name);

/** Whether a string that nothing else marks as SQL looks like it. */
export const mentionsSql = (text) => /\b(select|insert into|update|delete from|values|set|default|where)\b/i.test(text);

/** What of Kysely's `sql` builds from names and values. Not `raw`: what is in it can't be seen here. */
export const SQL_BUILDERS = ['ref', 'table', 'id', 'lit', 'val', 'join'];
