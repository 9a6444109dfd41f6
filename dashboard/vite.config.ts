import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import solid from 'vite-plugin-solid';
import { offline, rawScript } from './offline-plugin.ts';

/** Where `npm start` listens, for `npm run dev -w dashboard`. */
const SERVICE = 'http://127.0.0.1:3000';

const THEME_FIRST = 'initial-theme.js';

/** Puts `initial-theme.js` before all else in the page's head, as a file named by its content. */
function themeFirst(): Plugin {
  return {
    name: 'theme-first',
    apply: 'build',
    buildStart() {
      const source = rawScript(new URL(`src/adapters/${THEME_FIRST}`, import.meta.url));
      this.emitFile({ type: 'asset', name: THEME_FIRST, source });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const file = Object.values(bundle ?? {}).find((one) => one.type === 'asset' && one.names.includes(THEME_FIRST));
        return [{ tag: 'script', attrs: { src: `/${file!.fileName}` }, injectTo: 'head-prepend' }];
      },
    },
  };
}

/**
 * Puts em in place of px where a media query asks for a width: who reads text at twice its usual 16 px gets the layout of a window half as wide (WCAG 1.4.4).
 * So a class says `max-[700px]:`, and means it of usual text. Stands after Tailwind, which makes the queries.
 */
function widthsInEm(): Plugin {
  const ofQuery = (query: string): string =>
    query.replaceAll(
      /(width\s*[:<>=]+\s*)([\d.]+)px/g,
      (_, before: string, px: string) => `${before}${Number(px) / 16}em`,
    );
  return {
    name: 'widths-in-em',
    enforce: 'pre',
    transform: {
      filter: { id: /\.css(?:$|\?)/ },
      handler: (css) => ({ code: css.replaceAll(/@media[^{]+/g, ofQuery), map: null }),
    },
  };
}

/** Where engine.io-client names all its ways to a server. */
const WAYS = /engine\.io-client\/build\/esm\/transports\/index\.js$/;

/** Its long polling, which it also exports by name. Both files run code when they are loaded, so a bundler keeps them, though nobody uses them. */
const REQUESTS = /engine\.io-client\/build\/esm\/(transports\/polling-xhr|contrib\/has-cors)\.js$/;

/** Leaves out of the sockets' client the ways that ours never takes (`transports` in `contracts/client/src/sockets.ts`): 4 kB that each page waited for. */
function websocketAlone(): Plugin {
  const done = { ways: false, requests: false };
  return {
    name: 'websocket-alone',
    apply: 'build',
    transform: {
      filter: { id: [WAYS, REQUESTS] },
      handler(code, id) {
        if (REQUESTS.test(id)) {
          done.requests = true;
          return { code, map: null, moduleSideEffects: false };
        }
        done.ways = true;
        return {
          code: "import { WS } from './websocket.node.js';\nexport const transports = { websocket: WS };\n",
          map: null,
        };
      },
    },
    buildEnd(error) {
      const isThere = Array.from(this.getModuleIds()).some((id) => id.includes('/engine.io-client/'));
      if (!error && isThere && !(done.ways && done.requests))
        this.error('engine.io-client no longer names its transports where websocketAlone expects them');
    },
  };
}

/** Modules that pages use together are one script each: many small ones compress worse, and a wall would wait for more bytes. */
const SHARED_SCRIPTS = [
  // Solid imports no other script, so it is complete before any script that imports it runs, also where two of those import each other.
  { name: 'solid', priority: 1, test: /\/node_modules\/(?:solid-js|@solidjs)\// },
  {
    name: 'basics',
    test: /\/contracts\/src\/(?:field-messages|allowed-characters|limits)|\/src\/features\/(?:error-text|load-error|not-found|use-now|focusable-disabled-button|require-sign-in|create-retries)|\/src\/live\/retry-schedule|\/src\/ui\/(?:icon|loading|toasts|durations|number-format|normalize-search-text|empty-state|isolate)|\/words\/isolate-direction|\/shell\/permissions/,
  },
  // Lists, filters and repeated reads of pages that need no live events.
  {
    name: 'list-parts',
    test: /\/src\/event\/(?:has-same|repeated-read|polling|throttle|filter-|rows-placeholder|search-field|read-pace)|\/src\/ui\/(?:status-mark|sign-marks)/,
  },
  {
    name: 'event-parts',
    test: /\/src\/(?:event\/(?:create-page-notice|live-notice|event-page-frame|sign-filter)|live\/(?!retry-schedule|run-personal|personal-feed|load-personal|unread|live-subscriptions)|ui\/notice|outages\/(?:lay-outage-updates|create-outage-reading|acknowledge-outages)|features\/live-mark)|\/group-outages-by-cause\.ts/,
  },
];

/**
 * Refuses to write scripts of which one imports itself over others. A browser would run one of these before the values that it imports exist, and the page
 * would stay empty.
 */
function refuseImportCycles(): Plugin {
  return {
    name: 'refuse-import-cycles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const done = new Set<string>();
      const visit = (name: string, path: string[]): void => {
        if (path.includes(name)) this.error(`scripts import each other: ${[...path, name].join(' → ')}`);
        const script = bundle[name];
        if (done.has(name) || script?.type !== 'chunk') return;
        for (const imported of script.imports) visit(imported, [...path, name]);
        done.add(name);
      };
      for (const name of Object.keys(bundle)) visit(name, []);
    },
  };
}

export default defineConfig({
  plugins: [themeFirst(), offline(), solid(), tailwindcss(), widthsInEm(), websocketAlone(), refuseImportCycles()],
  build: {
    // A font or picture as text would be inline, which the policy forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Which plugin took how long on a busy machine is no complaint.
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: SHARED_SCRIPTS } },
    },
  },
  server: {
    proxy: { '/api': SERVICE, '/health': SERVICE, '/socket.io': { target: SERVICE, ws: true } },
  },
});
