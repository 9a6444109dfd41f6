// Takes the place of Electron's own default app, which a packaged product leaves out: starts the app whose path is the first argument, after the modules
// of `-r`. It requires the app synchronously, because an app may only set schemes and paths before Electron is ready.
const { app } = require('electron');
const { existsSync, readFileSync } = require('node:fs');
const { Module } = require('node:module');
const { dirname, join, resolve } = require('node:path');

/** Returns the paths of the modules to load first, and the app's path: the first argument that is no option. */
function readArguments(args) {
  const preloads = [];
  for (let at = 0; at < args.length; at++) {
    if (args[at] === '-r' || args[at] === '--require') preloads.push(args[++at]);
    else if (!args[at].startsWith('-')) return { preloads, path: resolve(args[at]) };
  }
  return { preloads, path: null };
}

const { preloads, path } = readArguments(process.argv.slice(1));
if (path === null) {
  process.stderr.write('Usage: electron [-r MODULE] APP\n');
  process.exit(1);
}
for (const preload of preloads) Module._preloadModules([preload]);

const description = join(path, 'package.json');
let main = path;
if (existsSync(description)) {
  const { name, productName, version, main: entry = 'index.js' } = JSON.parse(readFileSync(description, 'utf8'));
  if (version) app.setVersion(version);
  if (productName ?? name) app.name = productName ?? name;
  app.setAppPath(path);
  main = join(path, entry);
} else app.setAppPath(dirname(path));
// Electron's own default app sets it too: `app.relaunch` and drivers read it.
Object.defineProperty(process, 'defaultApp', { enumerable: true, value: true });
require(main);
