import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import solid from 'vite-plugin-solid';

const HERE = import.meta.dirname;
const { version } = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8')) as { version: string };

/**
 * Adds `/boot.js` (dashboard/offline-plugin.ts), which reloads the page if the node lacks its scripts. It must come before
 * those scripts.
 */
const boot: Plugin = {
  name: 'boot',
  apply: 'build',
  transformIndexHtml: () => [{ tag: 'script', attrs: { src: '/boot.js' }, injectTo: 'head-prepend' }],
};

export default defineConfig({
  root: HERE,
  plugins: [solid(), boot],
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(version) },
  build: {
    rolldownOptions: { input: join(HERE, 'sign.html'), checks: { bundlerTimings: false } },
    modulePreload: { polyfill: false },
    // The policy forbids inlined fonts and scripts.
    assetsInlineLimit: 0,
  },
});
