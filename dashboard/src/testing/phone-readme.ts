/** One picture of ours beside its drawing: how many pixels differ, how many may, and what the product says otherwise. */
export interface Compared {
  name: string;
  theme: 'light' | 'dark';
  pixels: number;
  most: number;
  why: string | undefined;
}

const cell = (name: string): string => `<img src="${name}.png" width="180" alt="${name}">`;

/** The page of `docs/screens/phone/`, as Markdown: each screen in both themes beside its drawing. */
export function readmeOf(compared: readonly Compared[]): string {
  const names = [...new Set(compared.map(({ name }) => name))];
  const figures = (name: string): string =>
    compared
      .filter((one) => one.name === name)
      .map(({ theme, pixels, most }) => `${theme}: ${pixels} of at most ${most} pixels differ`)
      .join('; ');
  const sections = names.map((name) => {
    const why = compared.find((one) => one.name === name)?.why;
    return [
      `## ${name}`,
      '',
      `${figures(name)}.${why === undefined ? '' : ` Compared in the product’s words: ${why}.`}`,
      '',
      '| dark | drawn | light | drawn |',
      '|---|---|---|---|',
      `| ${['dark', 'dark-drawn', 'light', 'light-drawn'].map((which) => cell(`${name}-${which}`)).join(' | ')} |`,
      '',
    ].join('\n');
  });
  return `# The phone’s claim, as built and as drawn

Made by \`UPDATE_SCREENS=1 npm run test:e2e -- dashboard/src/testing/phone-screens.e2e.test.ts\`. The same Chromium draws both in the same run, at 360 × 780; each plain run compares them again.
The drawing is [drawing.html](drawing.html). Where the product says something else than it, the drawing is given the product’s words first, so that all the rest is compared.

${sections.join('\n')}`;
}
