/** One state of the wall beside its drawing, in one theme: how much of each part is otherwise, and may be, in %. */
export interface ComparedWall {
  name: string;
  state: string;
  theme: 'light' | 'dark';
  parts: { part: string; share: number; most: number }[];
}

const WHAT: Record<string, string> = {
  'wall-10000': '10,000 signs and the lens',
  'wall-10000-4k': '10,000 signs on 3840×2160',
  'wall-phone': 'on a phone, 390 px',
};
const cell = (name: string): string => `<img src="${name}.png" width="360" alt="${name}">`;

/** The page of `docs/screens/wall/`, as Markdown: each state in both themes beside its drawing. */
export function wallReadmeOf(compared: readonly ComparedWall[]): string {
  const names = [...new Set(compared.map(({ name }) => name))];
  const figures = (name: string): string =>
    compared
      .filter((one) => one.name === name)
      .map(
        ({ theme, parts }) =>
          `${theme}: ${parts.map(({ part, share, most }) => `${part} ${share.toFixed(1)} of at most ${most}`).join(', ')}`,
      )
      .join('; ');
  const sections = names.map((name) => {
    const state = compared.find((one) => one.name === name)!.state;
    return [
      `## \`#${state}\`${WHAT[name] === undefined ? '' : `, ${WHAT[name]}`}`,
      '',
      `Otherwise than drawn, in %: ${figures(name)}.`,
      '',
      '| light | drawn | dark | drawn |',
      '|---|---|---|---|',
      `| ${['light', 'light-drawn', 'dark', 'dark-drawn'].map((which) => cell(`${name}-${which}`)).join(' | ')} |`,
      '',
    ].join('\n');
  });
  return `# The wall, as built and as drawn

Made by \`UPDATE_SCREENS=1 npm run test:e2e -- dashboard/src/testing/wall-screens.e2e.test.ts\`, from \`/ui-wall.html?state=…\` with the drawing’s signs at the drawing’s moment, in the drawing’s order (a
wall orders by place and name). The same Chromium draws both in the same run; each plain run compares them again. Where the product says something else than the drawing
([wall.html](../pages/wall.html)), the drawing is given the product’s words first (\`adapt-wall-drawing.ts\` lists them), so that all the rest is compared.

**How.** Each part of the page is compared by itself: pixels that are not as drawn, against those that are drawn (all but the ground). So an empty part has 100 %, whatever its size, and another page usually more. What is
set up to a pixel beside its place is as drawn. The test shows that an empty part breaks each limit by far, and that the drawing of each state breaks a limit of every other.

**What stays otherwise.** A canvas sets letters a fraction of a pixel beside those of a page. Cards have pictures of their own. Of the table the first cause is compared, in the product’s columns; what follows has the service’s
order. What is peeked at has a key to close it and says who is at it, so it is taller. What is chosen together has one outline. \`#live\` is \`#map\` with an outline that stands for 900 ms: \`wall-changes.e2e.test.ts\` looks at it.

${sections.join('\n')}`;
}
