// The lists that the architecture rules read. Every list is exact: an exception for a new file is added here, and a review decides on it.

export { READS_ABOVE, READS_BELOW } from './allowed-cross-module-reads.js';

/** The packages that each package may import, besides itself. A package inside another's folder is listed before the outer one. */
export const PACKAGES = {
  'contracts/client': ['contracts'],
  'contracts/operator': ['contracts', 'contracts/client'],
  // Made for tests, all of it: what is no test may not import it.
  'contracts/testing': ['contracts', 'contracts/client'],
  contracts: [],
  'backend/embedded-postgres': [],
  backend: ['contracts', 'backend/embedded-postgres', 'dashboard', 'contracts/testing'],
  'kiosk/agent': ['contracts'],
  'kiosk/browser': ['contracts', 'contracts/client', 'kiosk/agent', 'kiosk/screen', 'kiosk/shell', 'contracts/testing'],
  'kiosk/electron': [
    'contracts',
    'contracts/client',
    'kiosk/agent',
    'kiosk/screen',
    'kiosk/shell',
    'contracts/testing',
  ],
  'kiosk/screen': ['contracts', 'contracts/testing'],
  // The code that Electron and a browser tab share.
  'kiosk/shell': ['contracts', 'kiosk/agent', 'kiosk/screen'],
  // The build of the pages also builds the sign in a browser tab.
  dashboard: ['contracts', 'contracts/client', 'kiosk/browser', 'contracts/testing'],
  simulator: [
    'contracts',
    'contracts/client',
    'kiosk/agent',
    'backend',
    'backend/embedded-postgres',
    'contracts/testing',
  ],
  // The backend's end of a process, and the simulator's way to start a backend.
  'load-tests': ['contracts', 'backend', 'simulator'],
};

/** The names by which packages import each other. `@sign-display/backend/app` is `backend/src/app.ts`. */
export const NAMES = {
  '@sign-display/contracts': 'contracts',
  '@sign-display/client': 'contracts/client',
  '@sign-display/operator': 'contracts/operator',
  '@sign-display/backend': 'backend',
  '@sign-display/embedded-postgres': 'backend/embedded-postgres',
  '@sign-display/kiosk-agent': 'kiosk/agent',
  '@sign-display/kiosk-browser': 'kiosk/browser',
  '@sign-display/kiosk-electron': 'kiosk/electron',
  '@sign-display/kiosk-shell': 'kiosk/shell',
  '@sign-display/kiosk-screen': 'kiosk/screen',
  '@sign-display/simulator': 'simulator',
  '@sign-display/dashboard': 'dashboard',
  '@sign-display/load-tests': 'load-tests',
  '@sign-display/testing': 'contracts/testing',
};

/** The only modules that other packages may import of these packages. `.` is the package's bare name. A package that is not listed is open. */
export const ENTRY_POINTS = {
  // The simulator loads pages as the service checks them: `frames/http-exchange` reads responses as Chromium does.
  backend: [
    'app',
    'frames/http-exchange',
    'process/process-signals',
    'simulation-exports',
    'testing/create-test-database',
    'testing/push-receiver',
  ],
  'backend/embedded-postgres': ['.', 'testing/temporary-folder'],
  'kiosk/browser': ['build'],
  'kiosk/screen': ['app', 'bridge', 'build', 'model', 'style-sheets'],
  // Where the built pages are: the service sends them as files, and knows nothing else of them.
  dashboard: ['pages-folder'],
  simulator: [
    'adapters/backend-process',
    'adapters/system-clock',
    'adapters/system-random',
    'report/prepare-out-folder',
  ],
};

/** Files that import another package by its path, with the reason. What they import is held to PACKAGES all the same. */
export const IMPORTS_BY_PATH = {
  'load-tests/src/contract.ts': 'k6 finds files by their paths and knows no packages',
};

const isSchemaLibrary = (name) => name === 'typebox' || name.startsWith('typebox/');

/** What is in the page on the sign. */
const SCREEN_LIBRARIES = ['solid-js', 'solid-js/web', 'qr'];

/** The files that build a package's page: they run on Node, and may import what they build with. */
export const BUILDERS = [
  'kiosk/browser/build.ts',
  'kiosk/browser/vite.config.ts',
  'kiosk/screen/build.ts',
  'kiosk/screen/vite.config.ts',
  'dashboard/pages-folder.ts',
  'dashboard/build.ts',
  'dashboard/build-cli.ts',
  'dashboard/vite.config.ts',
  'dashboard/offline-plugin.ts',
  'dashboard/builds-to-prune.ts',
  'dashboard/builds-to-prune.test.ts',
];

/** Where the migrations are, which import nothing of the package. */
export const MIGRATIONS = 'backend/migrations/';

/** The files that give Fastify routes without a row of `contracts/src/routes.ts`. */
export const ROUTES_WITHOUT_ROWS = {
  'backend/src/http/router.ts': 'it makes the routes of the rows',
  'backend/src/access/auth-routes.ts': 'it hands the paths of the rows to the library for accounts',
  'backend/src/http/openapi/docs-page.ts': 'the page of the documentation and its files, for everybody',
  'backend/src/http/openapi/openapi-routes.ts': 'the documentation itself, for everybody',
  'backend/src/http/pages/pages-routes.ts':
    'files of the dashboard, which hold nothing of anybody: what they show they ask of the rows',
  'backend/src/http/pages/sample-route.ts': 'a public page without user data',
};

/** Files made for tests that simulations may import too. */
export const ALSO_FOR_SIMULATIONS = [
  'backend/src/testing/push-receiver.ts',
  'backend/embedded-postgres/src/testing/temporary-folder.ts',
];

/** The npm packages that these packages may import. A package that is not listed may import any. */
export const OUTSIDE = {
  contracts: isSchemaLibrary,
  'contracts/client': (name) => isSchemaLibrary(name) || name === 'socket.io-client',
  'kiosk/agent': isSchemaLibrary,
  'kiosk/browser': (name) => ['solid-js', 'solid-js/web'].includes(name),
  'kiosk/screen': (name) => SCREEN_LIBRARIES.includes(name),
  'kiosk/shell': () => false,
};

/** The folders that implement the ports with the machine's clock, timers and chance. */
export const ADAPTERS = [
  'backend/src/adapters/',
  'backend/embedded-postgres/src/adapters/',
  'contracts/operator/src/adapters/',
  'dashboard/src/adapters/',
  'kiosk/browser/src/adapters/',
  'kiosk/electron/src/adapters/',
  'kiosk/screen/src/adapters/',
  'load-tests/src/adapters/',
  'simulator/src/adapters/',
];

/** The files that choose adapters: they put a process together, or start and watch processes of other programs. */
export const COMPOSITION_ROOTS = [
  'backend/src/access/second-factor/mfa-reset-cli.ts',
  'contracts/operator/src/cli.ts',
  'backend/src/main.ts',
  'backend/src/process/run-service-process.ts',
  'backend/src/process/start-whole-service.ts',
  'backend/src/process/https/serve-local-https.ts',
  'backend/embedded-postgres/src/embedded-postgres.ts',
  'backend/embedded-postgres/src/spawn-server.ts',
  'kiosk/browser/src/main.tsx',
  'kiosk/electron/src/main.ts',
  'kiosk/electron/src/starter/cli.ts',
  'kiosk/screen/src/main.tsx',
  'dashboard/src/main.tsx',
  'load-tests/src/cli.ts',
  'load-tests/src/main.ts',
  'simulator/src/cli.ts',
  'simulator/src/kiosk/cli.ts',
  'simulator/src/mutants/cli.ts',
  'simulator/src/run/run.ts',
  'simulator/src/run/play-scenario.ts',
  'simulator/src/backend/own-backend.ts',
  'simulator/src/demo/cli.ts',
  'simulator/src/demo/run-demo.ts',
  'simulator/src/verify/cli.ts',
  'simulator/src/verify/verify-command.ts',
  'simulator/src/verify/worker.ts',
  // These wait in real time while time is virtual: for their own process, and for the database.
  'simulator/src/virtual/world.ts',
  'simulator/src/virtual/database/statement-scheduler.ts',
];

/** Adapters that everybody may import: they stand behind a port and never touch the machine. */
export const HARMLESS_ADAPTERS = ['simulator/src/adapters/seeded-random.ts'];

/** The files that may read the environment: one for each program. The embedded database is handed a part of it. */
export const ENVIRONMENT_READERS = [
  'contracts/operator/src/cli.ts',
  'backend/src/main.ts',
  'backend/embedded-postgres/src/embedded-postgres.ts',
  'backend/src/access/second-factor/mfa-reset-cli.ts',
  'backend/src/audit/verify-audit.ts',
  'kiosk/electron/src/main.ts',
  'kiosk/electron/src/starter/cli.ts',
  'kiosk/electron/src/starter/self-check-cli.ts',
  'load-tests/src/cli.ts',
  'simulator/src/cli.ts',
  'simulator/src/demo/cli.ts',
  'simulator/src/kiosk/cli.ts',
  'simulator/src/mutants/cli.ts',
  'simulator/src/verify/cli.ts',
];

/**
 * The files that may call `import()`. `main.ts` loads the service only after it has noted what it must note first; `migrate.ts` loads the
 * migrations of a folder; `find-binaries.ts` loads the build of PostgreSQL for this platform; `start-whole-service.ts` loads what makes certificates, a tenth of a second,
 * only with --https.
 */
export const DYNAMIC_IMPORTERS = [
  'backend/src/main.ts',
  'backend/src/process/start-whole-service.ts',
  'backend/src/db/migrate.ts',
  'backend/embedded-postgres/src/find-binaries.ts',
];

/** The files that load modules of their own package when they are needed (`import('./x.ts')`), by their names in plain strings. No module of theirs imports them. */
export const LAZY_IMPORTERS = {
  'dashboard/src/app.tsx': 'each page is a script of its own, so that a phone does not load the wall',
  'dashboard/src/claiming/lazy-claim-socket.ts':
    'the socket is loaded when a claim is on its way: a phone on a slow network scans without it',
  'dashboard/src/features/require-sign-in.tsx': 'only the first owner of an installation sees the form, once',
  'dashboard/src/routes/claim.tsx': 'few organizations require a second factor that the session lacks',
  'dashboard/src/routes/sign-in.tsx': 'only accounts with two-step sign-in are asked for a code',
  'dashboard/src/features/shell/shell.tsx':
    'few look at the list of keys, and its dialog stands on more than the bar does',
  'dashboard/src/features/event-form/zone-field.tsx':
    'the cities of the world load when the field first gets the focus',
  'dashboard/src/live/personal-feed.ts': 'a page with a feed of signs gets the person’s messages by its socket',
  'dashboard/src/ui/toasts.tsx': 'no page has done something yet when it begins',
  'dashboard/src/wall/lazy-parts.ts':
    'a wall begins with one view; the others and the forms of an empty event come when they are wanted',
  'dashboard/src/wall/map-canvas.tsx': 'the lens is first wanted when somebody points',
  'dashboard/src/wall/map-body.tsx': 'the peek is first wanted when somebody presses',
  'dashboard/src/wall/wall-headline.tsx': 'our own absence is told when there was one',
  'dashboard/src/wall/actions/wall-actions.tsx': 'the dialog is first wanted when somebody acknowledges',
  'dashboard/src/wall/actions/actions-dock.tsx': 'bar and card are first wanted when somebody chose signs',
  'dashboard/src/adapters/browser-push.ts': 'few pages are about notifications in this browser',
  'dashboard/src/live/load-personal-feed.ts': 'no page waits for the count of the bell',
  'dashboard/src/words/words.ts': 'a language is loaded when somebody reads it',
  'dashboard/src/words/admin-words-loader.ts': 'only pages for admins load the words of the pages for admins',
  'dashboard/src/words/device-words-loader.ts': 'a wall does not load the words of the devices',
  'dashboard/src/words/claiming-words-loader.ts': 'a wall does not load the words of the claim',
  'dashboard/src/words/inbox-words-loader.ts': 'only the inbox and its settings load their words',
  'dashboard/src/words/first-sign-words-loader.ts': 'few walls are empty',
  'dashboard/src/words/push-words-loader.ts': 'only pages about notifications load their words',
  'dashboard/src/words/second-factor-words-loader.ts': 'few visits show two-step sign-in',
  'dashboard/src/words/wall-words-loader.ts': 'a phone that claims signs does not load the words of the wall',
};

/**
 * The rooms of a package in layers, top first. A room is a folder below `src/`, or a loose file there (`app` is `app.ts`). A file imports its own
 * room and the rooms of lower layers; two rooms of one layer don't import each other. Tests may import upward.
 */
export const ORDER = {
  backend: [
    ['main'],
    ['process'],
    ['app', 'simulation-exports'],
    ['node'],
    ['system'],
    // `metrics` stands this high because it imports the values of its labels from `sockets` and `http`, and a type from `notifications`.
    // Lower folders don't import it: they are passed the functions that observe.
    ['metrics', 'kiosks'],
    ['frames'],
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
    ['db', 'dns'],
    ['recurrence', 'urls', 'flow', 'logging'],
  ],
  'kiosk/agent': [
    ['agent'],
    ['sign-transition', 'machine'],
    ['claiming'],
    ['connection'],
    ['boot', 'commands'],
    ['screen'],
    ['reports'],
    ['state'],
    ['backoff', 'limits', 'ports', 'wire'],
  ],
  'kiosk/browser': [['main'], ['sign'], ['shell'], ['page', 'identity', 'screen'], ['store'], ['adapters']],
  'kiosk/electron': [
    // `starter` builds and starts the app from outside: Node 24, never a part of the bundle.
    ['main', 'starter'],
    ['sign'],
    ['electron-setup', 'shell', 'self-check'],
    ['window'],
    ['content', 'screen'],
    ['guard-page', 'end-renderer'],
    ['restart-process'],
    ['electron', 'restart-arguments', 'machine'],
    ['adapters', 'exit-codes', 'restart-delay'],
  ],
  'kiosk/shell': [
    ['release-dialog', 'sign-screens'],
    ['agent-screens-to-faces', 'network-watch'],
    ['agent-facts', 'compose-screen-model', 'overlays'],
    ['judge-network-checklist'],
    ['tab-failure-codes', 'release-key-hold', 'service-answer', 'task-queue'],
  ],
  dashboard: [
    ['main'],
    ['app'],
    ['routes'],
    // The map of an event's signs, and what is wrong.
    ['wall'],
    // A wall without signs, up to the first claimed sign.
    ['first-sign'],
    // The page of a sign, outages, and devices: all stand on the event that they are of.
    ['sign', 'outages', 'devices'],
    // People and settings of an organization; the messages of a person, and what reaches them.
    ['admin', 'inbox'],
    // The phone's claim: machine, words of its frames, screens and the edges around them.
    // The page of an event, and what was tried there.
    ['claiming', 'event'],
    ['features', 'wall-context', 'devices-context'],
    ['admin-context', 'inbox-context'],
    ['load-page-words'],
    ['lazy-pages'],
    ['lazy-part'],
    ['camera'],
    // What every page works with, for components below `ToolsContext`.
    ['app-context'],
    // What is asked of the service, and what it tells by itself.
    ['api', 'live'],
    ['ui'],
    ['times', 'words'],
    ['adapters'],
  ],
  'kiosk/screen': [
    ['main'],
    ['app'],
    ['faces', 'overlays'],
    ['parts'],
    ['words'],
    // What is drawn, as functions of the model and the time.
    ['decisions'],
    ['adapters', 'bridge', 'model'],
    ['value-checks', 'style-sheets'],
  ],
  'load-tests': [
    // `main` is k6's script, `cli` the program around it; what both know is in `plan`.
    ['cli', 'main'],
    ['roles', 'run'],
    ['adapters', 'crew', 'verdict'],
    ['kiosks'],
    ['connection'],
    ['ports'],
    ['plan'],
    ['contract', 'framing'],
  ],
  simulator: [
    ['cli', 'demo', 'kiosk', 'verify'],
    ['run', 'mutants', 'virtual'],
    ['report'],
    ['fleet', 'watch'],
    ['backend', 'checkers', 'machine'],
    ['evidence', 'pages', 'receivers'],
    ['faults'],
    ['plan'],
    ['adapters', 'drawing', 'waiting'],
  ],
};

/** Tables that a library creates, and the one room that may write each. */
export const TABLES_OF_LIBRARIES = { 'graphile_worker._private_jobs': 'jobs' };

/** The files that may name tables by variables, so that the rule cannot check them. This one makes and drops partitions. */
export const UNSEEN_TABLES = ['backend/src/reports/partitions/day-partitions.ts'];
