import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import solid from 'vite-plugin-solid';

const HERE = import.meta.dirname;
const { version } = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8')) as { version: string };

/** `/boot.js` of the pages' build (dashboard/offline.ts): loads the page again where the answering node lacks its scripts. Before the scripts whose absence it notices. */
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
    // A font or script as text would be inline, which the policy forbids.
    assetsInlineLimit: 0,
  },
});
