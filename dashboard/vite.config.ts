import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import solid from 'vite-plugin-solid';

/** Where `npm start` listens, for `npm run dev -w dashboard`. */
const SERVICE = 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [solid(), tailwindcss()],
  build: {
    // A font or picture as text would be inline, which the policy forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { '/api': SERVICE, '/health': SERVICE, '/socket.io': { target: SERVICE, ws: true } },
  },
});
