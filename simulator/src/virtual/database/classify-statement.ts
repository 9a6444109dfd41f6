/** What a statement does, told by its text. A wrong answer costs determinism, never truth: who is taken for a read and waits for a lock is seen. */

const MEMO_MOST = 5_000;
const memoized = <Value>(compute: (text: string) => Value) => {
  const known = new Map<string, Value>();
  return (text: string): Value => {
    let value = known.get(text);
    if (value === undefined) {
      value = compute(text);
      if (known.size < MEMO_MOST) known.set(text, value);
    }
    return value;
  };
};

const COMMENT = /\/\*.*?\*\//gs;
const LOCKS =
  /\bfor\s+(no\s+key\s+update|update|share|key\s+share)\b|\bpg_(try_)?advisory|\bgraphile_worker\.(add_job|force_unlock)/i;
const WRITES = /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+(?:only\s+)?"?((?:\w+"?\."?)?\w+)"?/gi;

const isWrite = (text: string): boolean => LOCKS.test(text) || text.search(WRITES) !== -1;

/** Neither changes nor locks anything: it waits for nobody. */
export const isRead = memoized((text: string): boolean => {
  const plain = text.replace(COMMENT, ' ').trimStart();
  return /^(select|with|values)\b/i.test(plain) && !isWrite(plain);
});

/** Has a job be due that was not there, or was somebody's or later: added, freed, put off. Who takes one or is done with it brings none. */
const BRINGS_JOBS =
  /graphile_worker\.(?:add_job|force_unlock)|\bupdate\s+graphile_worker\._private_jobs\s+set\s+(?!attempts = attempts \+ 1)/i;

/**
 * Nodes write these for each heartbeat, and nobody who checks looks at them before something else of the row is written too. A statement that
 * sets nothing else says so: its table is named with the column.
 */
const OF_HEARTBEATS = new Set(['sign.last_seen_at']);
const SETS_ONE = /\bupdate\s+(\w+)\s+set\s+(\w+)\s*=\s*[\w.$]+\s+(?:from|where)\b/gi;

/** The tables that it may change: `table`, or `table.column` for what only heartbeats have changed. */
export const writtenTables = memoized((text: string): ReadonlySet<string> => {
  const tables = new Set<string>();
  for (const [, name] of text.replace(COMMENT, ' ').matchAll(WRITES)) {
    const table = name!.replaceAll('"', '').toLowerCase();
    // `for update of`, `do update set`, `on conflict … do update`.
    if (!['set', 'of', 'skip', 'nowait'].includes(table)) tables.add(table);
  }
  for (const [, table, column] of text.matchAll(SETS_ONE)) {
    const name = `${table}.${column}`;
    const isAll = Array.from(text.matchAll(WRITES)).filter(([, written]) => written === table).length === 1;
    if (isAll && OF_HEARTBEATS.has(name) && tables.delete(table!)) tables.add(name);
  }
  if (BRINGS_JOBS.test(text)) tables.add('job');
  return tables;
});

const QUOTED = /'[^']*'|"[^"]*"/g;
const DEPTH = /[()]|\border\s+by\b/gi;

/** Whether it says in which order its rows come: an ORDER BY that is in no parentheses. */
export const isOrdered = memoized((text: string): boolean => {
  let depth = 0;
  for (const [part] of text.replace(COMMENT, ' ').replace(QUOTED, ' ').matchAll(DEPTH)) {
    if (part === '(') depth += 1;
    else if (part === ')') depth -= 1;
    else if (depth === 0) return true;
  }
  return false;
});
