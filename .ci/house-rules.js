// The house's own lint rules, run by oxlint: which way imports may point, and that time, randomness and identifiers
// come in through ports, so that the simulator can put them under a seed (docs/decisions/0003).

const PACKAGES = [
  'contracts',
  'backend',
  'kiosk/agent',
  'kiosk/electron',
  'kiosk/screen',
  'dashboard',
  'simulator',
  'load-tests',
];

/** Who may import whom; a package may always import itself. */
const ALLOWED = {
  contracts: [],
  backend: ['contracts'],
  'kiosk/agent': ['contracts'],
  'kiosk/electron': ['contracts', 'kiosk/agent'],
  'kiosk/screen': ['contracts'],
  dashboard: ['contracts'],
  simulator: ['contracts', 'kiosk/agent', 'backend'],
  'load-tests': ['contracts'],
};

/** The one door of a package, where it has one: its other modules are nobody else's business. */
const DOORS = { backend: ['app', 'db/embedded-postgres', 'testing/postgres'] };

const NAMES = {
  '@sign-display/contracts': 'contracts',
  '@sign-display/backend': 'backend',
  '@sign-display/kiosk-agent': 'kiosk/agent',
  '@sign-display/simulator': 'simulator',
};

const OUTSIDE = {
  contracts: (name) => name === 'typebox' || name.startsWith('typebox/'),
  'kiosk/agent': (name) => name === 'typebox' || name.startsWith('typebox/'),
};

function packageOf(filename) {
  const path = filename.replaceAll('\\', '/');
  return PACKAGES.find((name) => path.includes(`/${name}/`) || path.startsWith(`${name}/`));
}

const isTest = (filename) => /\.test\.ts$|\/testing\/|\.bench\.ts$/.test(filename);

const imports = {
  meta: { type: 'problem', docs: { description: 'imports point one way: contracts at the ground' } },
  create(context) {
    const from = packageOf(context.filename);
    if (!from) return {};
    const check = (node) => {
      const source = node.source?.value;
      if (typeof source !== 'string') return;
      const own = Object.keys(NAMES).find((name) => source === name || source.startsWith(`${name}/`));
      if (own) {
        const to = NAMES[own];
        if (to !== from && !ALLOWED[from].includes(to)) {
          context.report({ node, message: `${from} may not import ${to} (docs/STYLE.md, dependencies point one way)` });
        }
        const door = source.slice(own.length + 1);
        if (to !== from && DOORS[to] && !DOORS[to].includes(door)) {
          context.report({ node, message: `${to} is entered through ${DOORS[to].join(', ')} only, not ${door}` });
        }
      } else if (source.startsWith('.')) {
        const depth = source.split('/').filter((part) => part === '..').length;
        const inside = context.filename.replaceAll('\\', '/').split(`/${from}/`).pop().split('/').length - 1;
        if (depth > inside)
          context.report({ node, message: `${source} leaves ${from}: import the package by its name` });
      } else if (OUTSIDE[from] && !isTest(context.filename) && !OUTSIDE[from](source)) {
        context.report({ node, message: `${from} may import nothing but the schema library, not ${source}` });
      }
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

const TIMERS = new Set(['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask']);
const CLOCKS = { Date: ['now'], performance: ['now'], process: ['hrtime', 'uptime'], Math: ['random'] };
const RANDOM_IMPORTS = new Set([
  'randomUUID',
  'randomBytes',
  'randomInt',
  'getRandomValues',
  'webcrypto',
  'randomFillSync',
]);
const SEAM = 'comes in through a port (contracts/src/ports.ts), so that one seed can decide everything';

const seams = {
  meta: { type: 'problem', docs: { description: 'clock, timers, randomness and identifiers are handed in' } },
  create(context) {
    // The adapters are where the ports meet the machine; tests and benchmarks stand outside of the seeded world.
    if (/\/adapters\//.test(context.filename) || isTest(context.filename)) return {};
    if (!packageOf(context.filename)) return {};
    return {
      NewExpression(node) {
        if (node.callee.name === 'Date' && node.arguments.length === 0)
          context.report({ node, message: `the time ${SEAM}` });
      },
      CallExpression(node) {
        const { callee } = node;
        if (callee.type === 'Identifier' && TIMERS.has(callee.name))
          context.report({ node, message: `${callee.name} ${SEAM}` });
        if (callee.type === 'Identifier' && callee.name === 'Date')
          context.report({ node, message: `the time ${SEAM}` });
      },
      MemberExpression(node) {
        const object = node.object.name;
        const property = node.property.name;
        if (CLOCKS[object]?.includes(property)) context.report({ node, message: `${object}.${property} ${SEAM}` });
        if (object === 'crypto' && RANDOM_IMPORTS.has(property))
          context.report({ node, message: `${property} ${SEAM}` });
        if (object === 'globalThis' && (TIMERS.has(property) || property === 'crypto'))
          context.report({ node, message: `${property} ${SEAM}` });
      },
      ImportDeclaration(node) {
        if (/^(node:)?timers(\/promises)?$/.test(node.source.value))
          context.report({ node, message: `a timer ${SEAM}` });
        for (const specifier of node.specifiers) {
          if (RANDOM_IMPORTS.has(specifier.imported?.name))
            context.report({ node, message: `${specifier.imported.name} ${SEAM}` });
        }
      },
      TaggedTemplateExpression(node) {
        const text = node.quasi.quasis.map((part) => part.value.raw).join('?');
        if (
          /\b(now|clock_timestamp|statement_timestamp|random|gen_random_uuid)\s*\(/i.test(text) ||
          /\bcurrent_timestamp\b/i.test(text)
        ) {
          context.report({ node, message: `the time (or chance) in SQL ${SEAM}` });
        }
      },
    };
  },
};

/** The environment is read in one place per program, parsed once. */
const environment = {
  meta: { type: 'problem', docs: { description: 'process.env is read in one place' } },
  create(context) {
    if (
      /\/(main|cli|embedded-postgres|config)\.ts$/.test(context.filename) ||
      isTest(context.filename) ||
      !packageOf(context.filename)
    )
      return {};
    return {
      MemberExpression(node) {
        if (node.object.name === 'process' && node.property.name === 'env') {
          context.report({ node, message: 'process.env is read in config.ts only' });
        }
      },
    };
  },
};

export default { meta: { name: 'house' }, rules: { imports, seams, environment } };
