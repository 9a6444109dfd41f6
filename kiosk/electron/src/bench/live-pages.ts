import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PNG } from 'pngjs';

/** Pages as events put them on signs: pictures, scripts, timers, frames, and some that fail. No two are the same. */

/** In this order: at one in 5 s each minute has the same mix. */
const KINDS = [
  'gallery',
  'broken',
  'ticker',
  'canvas',
  'missing',
  'board',
  'framed',
  'refusing',
  'onward',
  'stored',
  'hanging',
  'animated',
] as const;
type Kind = (typeof KINDS)[number];
const FAILING: readonly Kind[] = ['broken', 'missing', 'refusing', 'hanging'];

export interface LivePage {
  url: string;
  kind: string;
  /** False: it never loads. */
  loads: boolean;
  /** It is never answered: nobody waits for it. */
  hangs: boolean;
}

export interface LivePages {
  /** The page of that number, from 0. */
  page(number: number): LivePage;
  stop(): Promise<void>;
}

const PICTURE = { width: 640, height: 360 };

/** A picture that is another for each number: soft colours with noise in them, as photographs have. */
function picture(number: number): Buffer {
  const png = new PNG(PICTURE);
  let noise = number * 2_654_435_761 + 1;
  for (let at = 0; at < png.data.length; at += 4) {
    noise = (Math.imul(noise, 1_664_525) + 1_013_904_223) >>> 0;
    const [x, y] = [(at / 4) % PICTURE.width, Math.floor(at / 4 / PICTURE.width)];
    png.data[at] = (x / 3 + number * 40 + (noise >>> 28)) & 255;
    png.data[at + 1] = (y / 2 + number * 25 + ((noise >>> 24) & 15)) & 255;
    png.data[at + 2] = (x / 5 + y / 5 + number * 10) & 255;
    png.data[at + 3] = 255;
  }
  return PNG.sync.write(png, { deflateLevel: 1, filterType: 0 });
}

const rows = (number: number): string =>
  JSON.stringify(
    Array.from({ length: 200 }, (_, row) => ({ hall: row % 7, title: `Talk ${number}.${row}`, at: row * 5 })),
  );

const pictures = (number: number, count: number): string =>
  Array.from({ length: count }, (_, which) => `<img src="/picture/${number * 4 + which}">`).join('');
const TICKER =
  'setInterval(()=>{document.querySelector("h2").textContent=new Date().toLocaleTimeString()+" "+Math.random()},250);' +
  'setInterval(async()=>{const rows=await(await fetch("/rows/"+number)).json();document.querySelector("ul").innerHTML=rows.map((row)=>"<li>"+row.title+"</li>").join("")},1000);';

const BODIES: Record<Exclude<Kind, 'broken' | 'missing' | 'refusing' | 'hanging'>, (number: number) => string> = {
  gallery: (number) => pictures(number, 4),
  ticker: (number) => `<h2>Now</h2><ul></ul>${pictures(number, 1)}<script>${TICKER}</script>`,
  canvas: () =>
    '<canvas width="900" height="400"></canvas><script>const c=document.querySelector("canvas").getContext("2d");let t=0;(function draw(){t++;c.clearRect(0,0,900,400);for(let i=0;i<200;i++){c.fillStyle="hsl("+((i*7+t)%360)+",80%,50%)";c.fillRect(450+400*Math.sin(t/50+i),200+180*Math.cos(t/70+i*2),8,8)}requestAnimationFrame(draw)})()</script>',
  board: () =>
    '<table></table><script>const kept=Array.from({length:2e5},(_,i)=>({i,number}));let html="";for(let i=0;i<1500;i++)html+="<tr><td>"+kept[i].i+"<td>Hall "+i%7+"<td>Talk "+number+"."+i;document.querySelector("table").innerHTML=html</script>',
  framed: (number) => `<iframe src="/page/ticker/${number}" width="600" height="300"></iframe>${pictures(number, 2)}`,
  onward: (number) =>
    `${pictures(number, 1)}<script>setTimeout(()=>{location.href="/page/ticker/${number}"},500)</script>`,
  stored: (number) =>
    `${pictures(number, 2)}<script>localStorage["a"+number%10]=String(number).repeat(20000);document.cookie="seen="+number+";max-age=9999";indexedDB.open("shop").onupgradeneeded=(e)=>e.target.result.createObjectStore("x")</script>`,
  animated: (number) =>
    `<style>@keyframes move{to{transform:translateX(500px)}}img{animation:move 2s infinite alternate}</style>${pictures(number, 3)}<script>new Worker(URL.createObjectURL(new Blob(["setInterval(()=>postMessage(Math.random()),200)"]))).onmessage=(e)=>{document.title=e.data}</script>`,
};

function html(kind: Kind, number: number): string | null {
  const body = (BODIES as Partial<Record<string, (number: number) => string>>)[kind]?.(number);
  return body === undefined
    ? null
    : `<!doctype html><title>${kind}</title><style>body{margin:0;overflow:hidden;background:hsl(${(number * 37) % 360},40%,30%);color:#fff;font:20px sans-serif}img{width:300px}</style><h1>${kind} ${number}</h1><script>const number=${number}</script>${body}`;
}

function answer(path: string, response: ServerResponse): void {
  const [what, ...rest] = path.slice(1).split('/');
  if (what === 'picture')
    return void response
      .writeHead(200, { 'content-type': 'image/png', 'cache-control': 'max-age=600' })
      .end(picture(Number(rest[0])));
  if (what === 'rows')
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(rows(Number(rest[0])));
  const [kind, number] = rest as [Kind, string];
  if (kind === 'hanging') return;
  if (kind === 'broken') return void response.writeHead(500).end('<h1>Broken</h1>');
  const page = what === 'page' ? html(kind, Number(number)) : null;
  response.writeHead(page === null ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(page ?? '<h1>No such page</h1>');
}

export async function startLivePages(): Promise<LivePages> {
  const server = createServer((request, response) => answer(request.url ?? '/', response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    page(number) {
      const kind = KINDS[number % KINDS.length]!;
      // Two names of this machine: to Chromium these are two sites.
      const host = Math.floor(number / KINDS.length) % 2 === 0 ? '127.0.0.1' : 'localhost';
      // Nobody listens at this third one.
      const name = kind === 'refusing' ? '127.0.0.2' : host;
      return {
        url: `http://${name}:${port}/page/${kind}/${number}`,
        kind,
        loads: !FAILING.includes(kind),
        hangs: kind === 'hanging',
      };
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
