/** Pages that try what they must not. Each reports when it has tried everything, and what it was told; what it was not told is looked for from outside. */

/** A page of one colour above a white edge. `script` runs while it is loaded. */
export const html = (script: string, colour = '#10a040'): string =>
  `<!doctype html><title>page</title><style>html,body{margin:0;height:100%;background:linear-gradient(${colour} 90%,#fff 90%)}</style><script>${script}</script>`;

/**
 * `attempt` runs in the page's body while it is loaded, and again when it is on screen; both times what it refused and gave is waited for. The report
 * is `name: first / second`.
 */
const tries = (name: string, attempt: string): string =>
  html(`
    const later = (ms) => new Promise((go) => setTimeout(go, ms));
    const click = (fields) => { const a = document.body.appendChild(document.createElement('a')); Object.assign(a, fields).click(); };
    const attempt = async (round) => { ${attempt} };
    addEventListener('DOMContentLoaded', async () => {
      const first = await attempt(1);
      await later(4000);
      const second = await attempt(2);
      await later(1000);
      report('${name}: ' + first + ' / ' + second);
    });`);

/** What came of a call: its value, or the name of what it threw. */
const OUTCOME = `const outcome = async (call) => { try { return String(await call()) } catch (error) { return error.name } };`;

/** The dialogs that a touch tries to open, by name. */
const CHOOSER_CALLS: Record<string, string> = {
  'a file input of the page': `document.querySelector('#file').showPicker()`,
  'a file input beside the page': `input('file').click()`,
  'a folder input': `Object.assign(input('file'), { webkitdirectory: true, multiple: true }).click()`,
  'a file input in a frame': `document.body.appendChild(Object.assign(document.createElement('iframe'), { hidden: true })).contentDocument.body.appendChild(input('file')).click()`,
  'a click event on a file input': `input('file').dispatchEvent(new MouseEvent('click', { bubbles: true }))`,
  'a colour input of the page': `document.querySelector('#colour').showPicker()`,
  'a colour input beside the page': `input('color').click()`,
  'a click event on a colour input': `input('color').dispatchEvent(new MouseEvent('click', { bubbles: true }))`,
  'the picker of files': 'await showOpenFilePicker()',
  'the picker of a file to save': 'await showSaveFilePicker()',
  'the picker of a folder': 'await showDirectoryPicker()',
  'a colour from the screen': 'await new EyeDropper().open()',
  print: 'print()',
  alert: 'alert(1)',
  payment: `await new PaymentRequest([{ supportedMethods: 'https://pay.example/' }], { total: { label: 'x', amount: { currency: 'EUR', value: '1' } } }).show()`,
  share: `await navigator.share({ text: 'x' })`,
  'a USB device': 'await navigator.usb.requestDevice({ filters: [] })',
  'a Bluetooth device': 'await navigator.bluetooth.requestDevice({ acceptAllDevices: true })',
  'a serial port': 'await navigator.serial.requestPort()',
  'an input device': 'await navigator.hid.requestDevice({ filters: [] })',
  'a picture of the screen': 'await navigator.mediaDevices.getDisplayMedia()',
  'a passkey': `await navigator.credentials.get({ publicKey: { challenge: new Uint8Array(16) } })`,
  'a password': `await fetch('/password').then(({ status }) => { throw { name: status } })`,
};
export const CHOOSERS_ASKED = Object.keys(CHOOSER_CALLS);

/** A page with visible file and colour inputs at its left edge; a touch elsewhere makes the next call. */
const CHOOSERS = `
  const input = (type) => Object.assign(document.createElement('input'), { type });
  const calls = { ${Object.entries(CHOOSER_CALLS)
    .map(([name, call]) => `${JSON.stringify(name)}: async () => { ${call} }`)
    .join(', ')} };
  const waiting = Object.entries(calls);
  addEventListener('DOMContentLoaded', () => {
    document.body.insertAdjacentHTML('beforeend',
      '<div style="position:fixed;left:0;top:0;opacity:0"><input id="file" type="file" style="position:fixed;left:0;top:0;width:100px;height:100px"><input id="colour" type="color" style="position:fixed;left:0;top:100px;width:100px;height:100px"></div>');
  });
  addEventListener('click', async (event) => {
    if (event.target.tagName === 'INPUT') return event.isTrusted && event.clientX > 0 && report('touched at ' + location.hostname + ': ' + event.target.id);
    const [name, call] = waiting.shift();
    const outcome = await call().then(() => 'nothing', (error) => error.name);
    report('asked at ' + location.hostname + ' for ' + name + ': ' + outcome);
  });`;

export const HOSTILE_PAGES: Record<string, string> = {
  /** Where a dialog comes up, its call answers when somebody has closed it: never. */
  dialogs: tries(
    'dialogs',
    `${OUTCOME}
    return [await outcome(() => alert(1)), await outcome(() => confirm(2)), await outcome(() => prompt(3)), await outcome(() => print())].join()`,
  ),
  /** Each touch tries to open another dialog, with the user activation of the touch. */
  choosers: html(CHOOSERS),
  /** The same from a frame of another site, which runs in a process of its own. */
  'framed-choosers': `<!doctype html><title>page</title><style>html,body,iframe{display:block;margin:0;border:0;width:100%;height:100%}</style>
    <script>document.write('<iframe src="' + location.href.replace('127.0.0.1', 'localhost').replace('framed-', '') + '"></iframe>')</script>`,
  windows: tries(
    'windows',
    `${OUTCOME}
    click({ href: '/good', target: '_blank' });
    click({ href: '/good', target: '_blank', rel: 'opener' });
    const form = document.body.appendChild(document.createElement('form'));
    Object.assign(form, { action: '/good', target: '_blank' }).submit();
    return [await outcome(() => open('/good')), await outcome(() => open('/good', 'other', 'width=300,height=300'))].join()`,
  ),
  download: tries(
    'download',
    `click({ href: '/file.bin', download: 'taken' });
    click({ href: URL.createObjectURL(new Blob(['x'])), download: 'taken' });
    click({ href: 'data:application/octet-stream,x', download: 'taken' });
    // While it is loaded, it would be the download that is proved.
    if (round === 2) location.href = '/file.bin';`,
  ),
  files: tries(
    'files',
    `${OUTCOME}
    location.href = 'file:///etc/passwd';
    click({ href: 'file:///etc/passwd' });
    const read = await outcome(() => fetch('file:///etc/passwd'));
    const redirected = await outcome(() => fetch('/to-file'));
    const image = await new Promise((told) => Object.assign(new Image(), { onload: () => told('shown'), onerror: () => told('no image'), src: '/to-file' }));
    // While it is loaded, it would be the file that is proved.
    if (round === 2) location.href = '/to-file';
    return [read, redirected, image].join()`,
  ),
  camera: html(
    'navigator.mediaDevices.getUserMedia({video:true,audio:true}).then(()=>report("camera: given"),(e)=>report("camera: "+e.name))',
  ),
  node: html('report("node: "+[typeof require,typeof process,typeof kiosk,typeof module].join())'),
  /** Wants to keep the sign. Chromium asks only a page that somebody has touched. */
  clinging: html(
    `addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'stay' });
    addEventListener('mousedown', () => report('clinging: touched'));`,
  ),
  /** Records a film with a sound, and plays it. */
  film: html(`(async () => {
    const canvas = document.createElement('canvas'), pen = canvas.getContext('2d');
    setInterval(() => { pen.fillStyle = '#' + String(Math.random()).slice(2, 8); pen.fillRect(0, 0, 99, 99) }, 40);
    const audio = new AudioContext(), tone = audio.createOscillator(), sound = audio.createMediaStreamDestination();
    tone.connect(sound); tone.start();
    const recorder = new MediaRecorder(new MediaStream([...canvas.captureStream(25).getTracks(), ...sound.stream.getTracks()]));
    const parts = [];
    recorder.ondataavailable = ({ data }) => {
      parts.push(data);
      // A second or more of both; a slow machine takes its time to begin.
      if (new Blob(parts).size > 10000 && recorder.state === 'recording') recorder.stop();
    };
    recorder.onstop = () => {
      const film = document.createElement('video');
      film.src = URL.createObjectURL(new Blob(parts)); film.loop = true;
      film.ontimeupdate = () => {
        if (film.currentTime < 0.2 || film.webkitAudioDecodedByteCount === 0) return;
        film.ontimeupdate = null;
        report('film: plays with sound');
      };
      film.play().catch((error) => report('film: ' + error.name));
    };
    recorder.start(100);
  })()`),
  /** Hangs for good, once it has been proved. */
  hang: html('report("hang: runs");setTimeout(()=>{report("hang: hangs");setTimeout(()=>{for(;;);},200)},4000)'),
  /** Wants a worker that would make its documents in the place of the server. */
  worker: html(`(async () => {
    const told = await navigator.serviceWorker.register('/worker.js').then(() => 'registered', (error) => error.name);
    report('worker: ' + told);
    if (told === 'registered') { await navigator.serviceWorker.ready; location.href = '/made' }
  })()`),
};

export const SERVICE_WORKER = `
  addEventListener('install', () => skipWaiting());
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('fetch', (event) => {
    if (!event.request.url.endsWith('/made')) return;
    event.respondWith(new Response('<script>navigator.sendBeacon("/report?worker: made "+confirm(1))</script>', { headers: { 'content-type': 'text/html' } }));
  });`;
