import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { encode } from 'jpeg-js';
import { createCanvas } from '../drawing/canvas.ts';
import { createLettering } from '../drawing/lettering.ts';
import { appearanceOfPath } from '../pages/page-appearance.ts';
import { drawScene, type Scene } from './draw-scene.ts';

/** Twelve virtual signs as a wall shows them: `node simulator/src/machine/contact-sheet.ts docs/screens/simulator/wall.jpg`. */

const COLUMNS = 4;
const CELL = { width: 320, height: 180 };
const GAP = 16;
const GROUND = '#14181a';

const page = (path: string, isBlank = false): Scene => ({ kind: 'page', look: appearanceOfPath(path, 0, isBlank) });
const splash = { eventName: 'Trade fair', signName: 'Elegant Lion 12', location: 'Foyer Nord, left', message: null };
const SIGNS: { name: string; scene: Scene; isUpright?: true }[] = [
  { name: 'Entrance 1', scene: page('/k/14') },
  { name: 'Entrance 2', scene: page('/k/10') },
  { name: 'Box office', scene: page('/k/18') },
  { name: 'Foyer Nord', scene: page('/k/5') },
  { name: 'Hall 4, left', scene: page('/k/7') },
  { name: 'Hall 4, right', scene: page('/k/12') },
  { name: 'Stairs', scene: page('/k/6'), isUpright: true },
  { name: 'Bar 4', scene: page('/k/13') },
  { name: 'Elegant Lion 12', scene: { kind: 'splash', splash } },
  { name: 'Bar 5', scene: page('/k/1', true) },
  { name: 'Press centre', scene: { kind: 'desktop' } },
  { name: 'Stand 415', scene: { kind: 'code', shortCode: '4QB50C' } },
];

const lettering = createLettering();
const rows = Math.ceil(SIGNS.length / COLUMNS);
const sheet = createCanvas(COLUMNS * (CELL.width + GAP) + GAP, rows * (CELL.height + GAP) + GAP, GROUND, lettering);
for (const [index, { name, scene, isUpright }] of SIGNS.entries()) {
  const size = isUpright ? { width: Math.round((CELL.height * 9) / 16), height: CELL.height } : CELL;
  const { pixels } = drawScene(scene, name, size, lettering);
  const left = GAP + (index % COLUMNS) * (CELL.width + GAP) + (CELL.width - size.width) / 2;
  const top = GAP + Math.trunc(index / COLUMNS) * (CELL.height + GAP);
  for (let row = 0; row < size.height; row += 1)
    pixels.copy(
      sheet.pixels,
      ((top + row) * sheet.width + Math.trunc(left)) * 4,
      row * size.width * 4,
      (row + 1) * size.width * 4,
    );
}
const [, , file = 'docs/screens/simulator/wall.jpg'] = process.argv;
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, encode({ data: sheet.pixels, width: sheet.width, height: sheet.height }, 88).data);
