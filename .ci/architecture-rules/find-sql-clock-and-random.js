/** Functions of PostgreSQL and of its common extensions whose result is the time or chance. */
const TIMES = ['now', 'clock_timestamp', 'statement_timestamp', 'transaction_timestamp', 'timeofday', 'pg_sleep\\w*'];
const IDENTIFIERS = ['gen_random_uuid', 'gen_random_bytes', 'uuidv4', 'uuidv7', 'uuid_generate_v\\d\\w*'];
const FUNCTIONS = [...TIMES, ...IDENTIFIERS, 'random', 'random_normal'];
/** Such functions that are called without brackets. */
const KEYWORDS = ['current_timestamp', 'current_date', 'current_time', 'localtimestamp', 'localtime'];

const CALL = new RegExp(`\\b(${FUNCTIONS.join('|')})"?\\s*\\(|\\b(${KEYWORDS.join('|')})\\b`, 'i');
/** Constants that PostgreSQL replaces by the present time: `'now'::timestamptz`, `timestamptz 'today'`. */
const CONSTANT =
  /'(now|today|tomorrow|yesterday)'\s*::|\b(date|time\w*)\s+'(now|today|tomorrow|yesterday)'|cast\s*\(\s*'(now|today|tomorrow|yesterday)'/i;
const NAME = new RegExp(`^(pg_catalog\\.)?(${[...FUNCTIONS, ...KEYWORDS].join('|')})$`, 'i');

/** Whether a statement, or a piece of one, asks the server for the time or for chance. */
export const callsTimeOrChance = (text) => CALL.test(text) || CONSTANT.test(text);

/** Whether `name` is the name of such a function. */
export const isTimeOrChance = (name) => NAME.test(name);

/** Whether a string without the `sql` tag looks like SQL. */
export const mentionsSql = (text) => /\b(select|insert into|update|delete from|values|set|default|where)\b/i.test(text);

/** The functions of Kysely's `sql` that the code may call. Not `raw`: this rule can't see what its text holds. */
export const SQL_BUILDERS = ['ref', 'table', 'id', 'lit', 'val', 'join'];
