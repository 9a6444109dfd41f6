import { fileOf, isAdapter, isTest, packageOf } from './repository-paths.js';
import { globalsOf, importsOf, memberOf } from './identifier-references.js';
import { SQL_BUILDERS, callsTimeOrChance, isTimeOrChance, mentionsSql } from './find-sql-clock-and-random.js';

const SEAM = 'comes in through a port (contracts/src/clock-and-random.ts), so that one seed can decide everything';

const TIMERS = ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'scheduler'];
const CLOCKS = ['performance', 'Temporal'];
/** Globals that a file may not use at all, not even pass on. `eval` and `Function` could run any code. */
const FORBIDDEN = [...TIMERS, ...CLOCKS, 'crypto', 'require', 'eval', 'Function'];

/** Globals of which a file may only read members (`Math.floor`), and never these members. The whole value may not be passed on or destructured. */
const NEVER = {
  Math: ['random'],
  process: ['hrtime', 'uptime', 'nextTick', 'getBuiltinModule'],
  AbortSignal: ['timeout'],
  Atomics: ['wait', 'waitAsync'],
};
const EVERYTHING = [...FORBIDDEN, ...Object.keys(NEVER), 'Date'];
for (const name of ['globalThis', 'global', 'window', 'self']) NEVER[name] = EVERYTHING;

/** Modules that have clocks or timers, or that can load any module. */
const MODULES = ['timers', 'timers/promises', 'perf_hooks', 'process', 'module', 'vm'];
const PACKAGES = ['uuid', 'nanoid', 'ulid'];
/** The functions of node:crypto whose result depends only on their input. */
const CRYPTO = [
  'X509Certificate',
  'createHash',
  'createHmac',
  'hkdfSync',
  'createPrivateKey',
  'createPublicKey',
  'hash',
  'timingSafeEqual',
];

/** Whether this use of `Date` computes with a given time and does not ask for the present one: `new Date(ms)`, `Date.parse`, `instanceof Date`. */
function isCalendar(identifier) {
  const { parent } = identifier;
  if (parent.type === 'NewExpression')
    return parent.arguments.length > 0 && parent.arguments[0].type !== 'SpreadElement' && parent.callee.name === 'Date';
  if (parent.type === 'BinaryExpression') return parent.operator === 'instanceof';
  return ['parse', 'UTC'].includes(memberOf(identifier));
}

/** The part of the machine that a global identifier gives access to; null for none. */
function reached(identifier) {
  const { name } = identifier;
  if (FORBIDDEN.includes(name)) return name;
  if (name === 'Date') return isCalendar(identifier) ? null : 'the time';
  if (!Object.hasOwn(NEVER, name)) return null;
  const member = memberOf(identifier);
  if (member === undefined) return `${name}, handed on or taken apart, hides what`;
  return NEVER[name].includes(member) ? `${name}.${member}` : null;
}

/** The part of the machine that an import gives access to; null for none. `names`: what is imported; null for the whole module. */
function imported(source, names) {
  const module = source.replace(/^node:/, '');
  if (MODULES.includes(module) || PACKAGES.includes(source)) return `what ${source} gives`;
  if (module === 'crypto' && !names?.every((name) => CRYPTO.includes(name)))
    return `what node:crypto has beyond ${CRYPTO.join(', ')}, to be named each,`;
  return source === 'kysely' && names === null ? 'the whole of kysely, with sql.raw in it,' : null;
}

/** The names of the values that `specifiers` import; null for the whole module. `key`: the property of a specifier that has the name. */
function namesOf(specifiers, key) {
  if (specifiers.some(({ type }) => type === 'ImportNamespaceSpecifier')) return null;
  const values = specifiers.filter(({ importKind, exportKind }) => importKind !== 'type' && exportKind !== 'type');
  return values.map(({ [key]: name }) => name?.name ?? name?.value ?? 'default');
}

export const seams = {
  meta: {
    type: 'problem',
    docs: { description: 'clock, timers, randomness and identifiers must be passed in as arguments' },
  },
  create(context) {
    const file = fileOf(context);
    if (!packageOf(file) || isAdapter(file) || isTest(file)) return {};
    const report = (node, what) => what && context.report({ node, message: `${what} ${SEAM}` });
    const inSql = 'the time (or chance) in SQL';
    const checkModule = (node, names) => node.source && report(node, imported(node.source.value, names));
    return {
      Program() {
        for (const identifier of globalsOf(context)) report(identifier, reached(identifier));
        for (const identifier of importsOf(context, 'kysely', 'sql')) {
          const isTag = identifier.parent.type === 'TaggedTemplateExpression';
          if (!isTag && !SQL_BUILDERS.includes(memberOf(identifier)))
            report(identifier, 'SQL that is not written here');
        }
      },
      ImportDeclaration: (node) =>
        node.importKind !== 'type' && checkModule(node, namesOf(node.specifiers, 'imported')),
      ExportNamedDeclaration: (node) =>
        node.exportKind !== 'type' && checkModule(node, namesOf(node.specifiers, 'local')),
      ExportAllDeclaration: (node) => checkModule(node, null),
      ImportExpression: (node) => typeof node.source.value === 'string' && checkModule(node, null),
      TemplateLiteral(node) {
        const text = node.quasis.map((part) => part.value.raw).join('?');
        const isSql = node.parent.type === 'TaggedTemplateExpression' || mentionsSql(text);
        if (isSql && callsTimeOrChance(text)) report(node, inSql);
      },
      Literal(node) {
        if (typeof node.value === 'string' && mentionsSql(node.value) && callsTimeOrChance(node.value))
          report(node, inSql);
      },
      CallExpression({ callee, arguments: [first] }) {
        const name = callee.type === 'MemberExpression' ? callee.property.name : callee.name;
        const isFunction = name === 'fn' || (name === 'agg' && callee.object.property?.name === 'fn');
        if (isFunction && typeof first?.value === 'string' && isTimeOrChance(first.value)) report(first, inSql);
      },
    };
  },
};
