import tailwindcss from '@tailwindcss/vite';
import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';
import solid from 'vite-plugin-solid';
import { offline } from './offline.ts';

/** Where `npm start` listens, for `npm run dev -w dashboard`. */
const SERVICE = 'http://127.0.0.1:3000';

const THEME_FIRST = 'theme-first.js';

/** Puts `theme-first.js` before all else in the page's head, as a file named by its content. */
function themeFirst(): Plugin {
  return {
    name: 'theme-first',
    apply: 'build',
    buildStart() {
      const source = readFileSync(new URL(`src/adapters/${THEME_FIRST}`, import.meta.url), 'utf8');
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

export default defineConfig({
  plugins: [themeFirst(), offline(), solid(), tailwindcss()],
  build: {
    // A font or picture as text would be inline, which the policy forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Which plugin took how long on a busy machine is no complaint.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: {
    proxy: { '/api': SERVICE, '/health': SERVICE, '/socket.io': { target: SERVICE, ws: true } },
  },
});
