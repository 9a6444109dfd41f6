import { createHash } from 'node:crypto';

/** What a page looks like, as far as a picture of a virtual sign shows it. */
export interface PageAppearance {
  title: string;
  /** Below it. */
  line: string;
  colour: `#${string}`;
  /** A drawing beside the words. */
  mark: 'arrow' | 'disc' | 'stairs' | 'bars';
  /** What came would leave the screen of one colour. */
  isBlank: boolean;
}

type Poster = Omit<PageAppearance, 'isBlank'>;

/** What hangs on an event's walls. Each has a colour of its own, so that a wall shows at a glance which signs show the same. */
const POSTERS: readonly Poster[] = [
  { title: 'Welcome', line: 'Doors open at 18:00', colour: '#f4d35e', mark: 'disc' },
  { title: 'Programme', line: 'Today on all stages', colour: '#10294a', mark: 'bars' },
  { title: 'Tickets', line: 'Box office, queue on the left', colour: '#8c2f39', mark: 'arrow' },
  { title: 'Cloakroom', line: 'Level 0, behind the stairs', colour: '#12766a', mark: 'stairs' },
  { title: 'Main stage', line: 'Starts at 20:00', colour: '#3a2d6b', mark: 'disc' },
  { title: 'Café and bar', line: 'Open until midnight', colour: '#e07a2f', mark: 'arrow' },
  { title: 'Exhibition', line: 'Halls 4 to 6', colour: '#e9ece4', mark: 'arrow' },
  { title: 'Forum', line: 'Next talk at 19:30', colour: '#3d5a80', mark: 'bars' },
  { title: 'Press', line: 'Accreditation on level 1', colour: '#2b2f33', mark: 'stairs' },
  { title: 'Information', line: 'Ask us anything', colour: '#2563c4', mark: 'disc' },
];

/** One of the posters, the same one for the same text at each start. */
function posterOf(text: string): Poster {
  const chance = createHash('sha256').update(text).digest().readUInt32BE();
  return POSTERS[chance % POSTERS.length]!;
}

/** The look of a page of ours; `path` names it, and `edition` counts how often its content has changed. Pure. */
export function appearanceOfPath(path: string, edition: number, isBlank: boolean): PageAppearance {
  const poster = posterOf(path);
  return { ...poster, line: edition === 0 ? poster.line : `${poster.line} (${edition})`, isBlank };
}

/** The page as HTML that `readAppearance` reads. */
export const htmlOf = ({ title, line, colour }: PageAppearance, more: string): string =>
  `<!doctype html><meta charset="utf-8"><title>${title}</title><meta name="theme-color" content="${colour}">` +
  `<meta name="description" content="${line}"><body style="background:${colour}"><h1>${title}</h1><p>${line}</p><p>${more}</p>`;

const ESCAPED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const textOf = (html: string): string =>
  html
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ESCAPED[name]!)
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Of whatever was loaded from `url`: its title, description and colour where it says them, else its host and a colour that is always the same. Pure. */
export function readAppearance(url: string, body: string, isBlank: boolean): PageAppearance {
  const { host, pathname } = new URL(url);
  const meta = (name: string): string | undefined =>
    new RegExp(`<meta name="${name}" content="([^"]{1,200})"`, 'i').exec(body)?.[1];
  const title = textOf(/<title[^>]{0,100}>([^<]{1,200})/i.exec(body)?.[1] ?? '') || host;
  const poster = POSTERS.find((each) => each.title === title) ?? posterOf(host + pathname);
  const colour = /^#[\da-f]{6}$/i.exec(meta('theme-color') ?? '')?.[0] as PageAppearance['colour'] | undefined;
  return { ...poster, title, line: textOf(meta('description') ?? host), colour: colour ?? poster.colour, isBlank };
}
