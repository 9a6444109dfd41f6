import type { Level } from '../wall/cell-levels.ts';

/** One of the six walls in a window, and how its map is filled. */
export interface FilledWall {
  name: string;
  many: number;
  window: string;
  used: number;
  level: Level;
  pitch: number;
  cellHeight: number;
}

const SAID: Record<Level, string> = { marks: 'marks', small: 'small plates', plates: 'plates', cards: 'cards' };
const cell = ({ name, used, level, pitch, cellHeight }: FilledWall): string =>
  `<img src="${name}.png" width="480" alt="${name}"><br>**${Math.round(used * 100)} % used**, ${SAID[level]} of ${Math.round(pitch)} × ${Math.round(cellHeight)} px`;

/** The page of `docs/screens/wall-fill/`, as Markdown. */
export function fillReadmeOf(walls: readonly FilledWall[]): string {
  const windows = [...new Set(walls.map(({ window }) => window))];
  const sizes = [...new Set(walls.map(({ many }) => many))].toSorted((one, other) => one - other);
  const rows = sizes.map((many) => {
    const cells = windows.map((window) => walls.find((wall) => wall.many === many && wall.window === window)!);
    return `| ${many.toLocaleString('en')} | ${cells.map(cell).join(' | ')} |`;
  });
  return `# The map of six walls

Made by \`UPDATE_SCREENS=1 npm run test:e2e -- dashboard/src/testing/wall-fill.e2e.test.ts\`, from \`/ui-wall.html?state=fill&wall=306\`. Beside each picture stands the share of the map that is
signs and headings, as \`fill\` (\`dashboard/src/wall/map-fill.ts\`) computes it for the map’s own size. A window of 3840 × 2160 enlarges the page twice; its pictures are half as large here.

| Signs | ${windows.join(' | ')} |
|---|${windows.map(() => '---').join('|')}|
${rows.join('\n')}
`;
}
