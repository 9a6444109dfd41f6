// What the house's rules know of the house. Every list is exact: a new file that needs an exception gets it here, in review.

export { READS_ABOVE, READS_BELOW } from './cross-reads.js';

/** The packages, and whom each may import; a package may always import itself. One inside of another stands before it. */
export const PACKAGES = {
  'contracts/client': ['contracts'],
  'contracts/operator': ['contracts', 'contracts/client'],
  contracts: [],
  'backend/embedded-postgres': [],
  backend: ['contracts', 'backend/embedded-postgres'],
  'kiosk/agent': ['contracts'],
  'kiosk/electron': ['contracts', 'kiosk/agent'],
  'kiosk/screen': ['contracts', 'contracts/client'],
  dashboard: ['contracts', 'contracts/client'],
  simulator: ['contracts', 'contracts/client', 'kiosk/agent', 'backend', 'backend/embedded-postgres'],
  'load-tests': ['contracts', 'contracts/client'],
};

/** What each is called by the others. `@sign-display/backend/app` is `backend/src/app.ts`. */
export const NAMES = {
  '@sign-display/contracts': 'contracts',
  '@sign-display/client': 'contracts/client',
  '@sign-display/operator': 'contracts/operator',
  '@sign-display/backend': 'backend',
  '@sign-display/embedded-postgres': 'backend/embedded-postgres',
  '@sign-display/kiosk-agent': 'kiosk/agent',
  '@sign-display/simulator': 'simulator',
  '@sign-display/dashboard': 'dashboard',
  '@sign-display/load-tests': 'load-tests',
};

/** The modules of a package that other packages may import, where it has such doors. `.`: the package's bare name. */
export const DOORS = {
  backend: ['app', 'parts', 'process/end-of-process', 'testing/postgres', 'testing/push-receiver'],
  'backend/embedded-postgres': ['.', 'testing/temporary-folder'],
};

const isSchemaLibrary = (name) => name === 'typebox' || name.startsWith('typebox/');

/** What is made for tests, and serves simulations as well. */
export const ALSO_FOR_SIMULATIONS = [
  'backend/src/testing/push-receiver.ts',
  'backend/embedded-postgres/src/testing/temporary-folder.ts',
];

/** What of npm a package may import, where that is little. */
export const OUTSIDE = {
  contracts: isSchemaLibrary,
  'contracts/client': (name) => isSchemaLibrary(name) || name === 'socket.io-client',
  'kiosk/agent': isSchemaLibrary,
};

/** Where the ports meet the machine: its clock, its timers, its chance. */
export const ADAPTERS = [
  'backend/src/adapters/',
  'backend/embedded-postgres/src/adapters/',
  'contracts/operator/src/adapters/',
  'simulator/src/adapters/',
];

/** Who picks the adapters: where a process is put together, and where other programs' processes are looked after. */
export const COMPOSITION_ROOTS = [
  'contracts/operator/src/cli.ts',
  'backend/src/main.ts',
  'backend/src/process/program.ts',
  'backend/src/process/service.ts',
  'backend/embedded-postgres/src/embedded-postgres.ts',
  'backend/embedded-postgres/src/server.ts',
  'simulator/src/cli.ts',
  'simulator/src/kiosk/cli.ts',
  'simulator/src/mutants/cli.ts',
  'simulator/src/run/run.ts',
  'simulator/src/run/stage.ts',
  'simulator/src/backend/own-backend.ts',
  'simulator/src/verify/cli.ts',
  'simulator/src/verify/command.ts',
  // Who waits for the machine itself in virtual time: for its own process, and for the database.
  'simulator/src/virtual/world.ts',
  'simulator/src/virtual/database/gate.ts',
];

/** Adapters that everybody may import: they stand behind a port and never touch the machine. */
export const HARMLESS_ADAPTERS = ['simulator/src/adapters/seeded-random.ts'];

/** The environment is read in one place per program (and handed to the embedded database, less what is none of its business). */
export const ENVIRONMENT_READERS = [
  'backend/src/main.ts',
  'backend/embedded-postgres/src/embedded-postgres.ts',
  'backend/src/audit/verify-audit.ts',
  'simulator/src/cli.ts',
  'simulator/src/kiosk/cli.ts',
  'simulator/src/mutants/cli.ts',
  'simulator/src/verify/cli.ts',
];

/** Who may import what it names while it runs: the service after what must be noted before, the migrations in a folder, this platform's build of PostgreSQL. */
export const DYNAMIC_IMPORTERS = [
  'backend/src/main.ts',
  'backend/src/db/migrate.ts',
  'backend/embedded-postgres/src/binaries.ts',
];

/**
 * The rooms of a package in layers, top first. A room is a folder below `src/`, or a loose file there (`app` is `app.ts`). A file imports its own
 * room and the rooms of lower layers; two rooms of one layer don't import each other. Tests may import upward.
 */
export const ORDER = {
  backend: [
    ['main'],
    ['process'],
    ['app', 'parts'],
    ['node'],
    // `metrics` stands this high because it imports the values of its labels from `sockets` and `http`, and a type from `notifications`.
    // What it observes, lower rooms are handed.
    ['metrics', 'kiosks'],
    ['claims'],
    ['dashboards'],
    ['sockets'],
    ['clones'],
    ['commands'],
    ['reports'],
    ['presence'],
    ['notifications'],
    // `organizations` owns no table: it decides, and calls functions of `access`, which owns `organization`, `member` and `invitation`.
    ['events', 'organizations'],
    ['signs'],
    ['history'],
    ['outages'],
    ['jobs'],
    ['cluster'],
    ['devices'],
    ['access'],
    ['audit'],
    ['http'],
    ['adapters', 'config', 'mail'],
    ['db'],
    ['recurrence', 'urls', 'flow', 'logging'],
  ],
  'kiosk/agent': [
    ['agent'],
    ['sign-state', 'machine'],
    ['claiming'],
    ['connection'],
    ['boot', 'commands'],
    ['screen'],
    ['reports'],
    ['state'],
    ['backoff', 'limits', 'ports', 'wire'],
  ],
  simulator: [
    ['cli', 'kiosk', 'verify'],
    ['run', 'mutants', 'virtual'],
    ['report'],
    ['fleet', 'watch'],
    ['backend', 'checkers', 'machine'],
    ['evidence', 'pages', 'receivers'],
    ['faults'],
    ['plan'],
    ['adapters', 'waiting'],
  ],
};

/** Tables that a library makes and keeps, and the one room that may write them. */
export const TABLES_OF_LIBRARIES = { 'graphile_worker._private_jobs': 'jobs' };

/** Who names tables by variables: whose rule is then not checked. The partitions of every table that has them. */
export const UNSEEN_TABLES = ['backend/src/reports/partitions/day-partitions.ts'];
