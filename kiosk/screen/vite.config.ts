import { defineConfig, type Plugin } from 'vite';
import solid from 'vite-plugin-solid';

/**
 * The page runs from the sign's own disk, in browsers from Chromium 130 on: one plain script and one style sheet, no modules (which would want CORS of
 * whatever serves them), nothing inline (the policy forbids it).
 */
const plainScript: Plugin = {
  name: 'plain-script',
  enforce: 'post',
  transformIndexHtml: (html) => html.replace('type="module" crossorigin', 'defer').replace(/ crossorigin/g, ''),
};

export default defineConfig({
  base: './',
  plugins: [solid(), plainScript],
  build: {
    target: 'chrome130',
    modulePreload: false,
    // With several sheets an old-style script would carry them inline.
    cssCodeSplit: false,
    // A font as text would be inline.
    assetsInlineLimit: 0,
    rolldownOptions: { output: { format: 'iife' } },
  },
});
