import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { minifySync, type Plugin, type Rolldown } from 'vite';

/** What makes the phone's claim installable: the manifest with its icons, and the service worker that knows the files of its build by their content. */

type Bundle = Parameters<Extract<Plugin['generateBundle'], (...given: never[]) => unknown>>[1];

const PAGE = '/claim';
const WORKER = 'sw.js';
const BOOT = 'boot.js';
const PUSH_WORKER = 'push-worker.js';
/** Whatever is drawn first in Latin letters. Others come from the network. */
const FONTS = /^assets\/(archivo-latin-wdth|atkinson-hyperlegible-mono-latin-wght)-.*\.woff2$/;
const ROUTE = /src\/routes\/claim\.tsx$/;
/** What the claim asks for when it is wanted: the socket, and the reader of codes, a worker. A phone of an older version gets them nowhere else. */
const SOCKET = /src\/claiming\/claim-socket\.ts$/;
const READER = /^assets\/reader\.worker-.*\.js$/;
/** What the frame around it asks for later. */
const FRAME = /src\/(features\/shell\/(keys-dialog|person-menu|event-switcher)|ui\/toast-region)\.tsx$/;
const WORDS = /src\/words\/(english|german)(-claiming)?\.ts$/;

/** `--ground` of tokens.css, light: what a phone shows while the app starts. */
const GROUND = '#f4f5f2';

const ICONS = [
  { file: 'icon-192.png', sizes: '192x192', purpose: 'any' },
  { file: 'icon-512.png', sizes: '512x512', purpose: 'any' },
  { file: 'icon-maskable-512.png', sizes: '512x512', purpose: 'maskable' },
];

/** The files that the claim needs from its own version: its scripts with all that they import at once, its socket and reader, styles, fonts, words. */
function shellOf(bundle: Bundle): { entry: string; files: string[] } {
  const files = new Set<string>();
  function take(name: string): void {
    const chunk = bundle[name];
    if (files.has(`/${name}`) || chunk?.type !== 'chunk') return;
    files.add(`/${name}`);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(`/${style}`);
    chunk.imports.forEach(take);
  }
  let entry = '';
  for (const [name, part] of Object.entries(bundle)) {
    if (part.type === 'asset') {
      if (FONTS.test(name) || READER.test(name) || /^assets\/(initial-theme|index)-.*\.(js|css)$/.test(name))
        files.add(`/${name}`);
      continue;
    }
    const from = part.facadeModuleId ?? '';
    if (part.isEntry && ![WORKER, PUSH_WORKER].includes(name)) entry = name;
    if (from.endsWith('index.html') || [ROUTE, SOCKET, FRAME, WORDS].some((one) => one.test(from))) take(name);
  }
  return { entry, files: [...files].toSorted() };
}

/** The page itself, where it has been made by then; its scripts and styles are among the files anyway. */
function pageOf(bundle: Bundle): string {
  const page = bundle['index.html'];
  return page?.type === 'asset' ? String(page.source) : '';
}

/** A script that is no module of the pages, as it is served: without its comments. Throws where it is none. */
export function rawScript(file: URL): string {
  const { code, errors } = minifySync(fileURLToPath(file), readFileSync(file, 'utf8'));
  if (errors[0]) throw new Error(`${fileURLToPath(file)}: ${errors[0].message}`);
  return code;
}

/** Emits `manifest.webmanifest`, `sw.js` and `push-worker.js`, and names both icons and manifest in the page. */
export function offline(): Plugin {
  let icons: { reference: string; sizes: string; purpose: string }[] = [];
  return {
    name: 'offline',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: 'src/adapters/offline-worker.ts', fileName: WORKER });
      this.emitFile({ type: 'chunk', id: 'src/adapters/push-worker.ts', fileName: PUSH_WORKER });
      this.emitFile({
        type: 'asset',
        fileName: BOOT,
        source: rawScript(new URL(`src/adapters/${BOOT}`, import.meta.url)),
      });
      icons = ICONS.map(({ file, ...more }) => ({
        ...more,
        reference: this.emitFile({
          type: 'asset',
          name: file,
          source: readFileSync(new URL(`icons/${file}`, import.meta.url)),
        }),
      }));
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const manifest = {
          id: PAGE,
          name: 'Sign Display Service',
          short_name: 'Signs',
          start_url: PAGE,
          scope: '/',
          display: 'standalone',
          background_color: GROUND,
          theme_color: GROUND,
          icons: icons.map(({ reference, ...more }) => ({
            src: `/${this.getFileName(reference)}`,
            type: 'image/png',
            ...more,
          })),
        };
        this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source: JSON.stringify(manifest) });
        const [worker, pushWorker] = [WORKER, PUSH_WORKER].map((name) => {
          const chunk = bundle[name];
          if (chunk?.type !== 'chunk' || chunk.imports.length > 0 || chunk.exports.length > 0)
            throw new Error(`${name} must be one script without imports`);
          return chunk;
        }) as [Rolldown.OutputChunk, Rolldown.OutputChunk];
        pushWorker.code = `const ICON=${JSON.stringify(`/${this.getFileName(icons[0]!.reference)}`)};${pushWorker.code}`;
        const { entry, files } = shellOf(bundle);
        const build = createHash('sha256')
          .update(files.join('\n'))
          .update(worker.code)
          .update(pageOf(bundle))
          .digest('hex')
          .slice(0, 16);
        worker.code = `const SHELL=${JSON.stringify({ build, entry, page: PAGE, files: [...files, `/${BOOT}`] })};${worker.code}`;
      },
    },
    // Before the scripts whose absence it notices.
    transformIndexHtml: () => [
      { tag: 'script', attrs: { src: `/${BOOT}` }, injectTo: 'head-prepend' },
      { tag: 'link', attrs: { rel: 'manifest', href: '/manifest.webmanifest' }, injectTo: 'head' },
    ],
  };
}
