import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';

/**
 * Every sentence of the tracked tree that a person reads, by kind.
 *
 * @typedef {'title' | 'comment' | 'doc' | 'log' | 'ui' | 'german'} Kind
 *   title: of a test. log: a log message, also in an error. ui: English, on pages, signs, in mails, CLIs and the API document.
 * @typedef {{ kind: Kind, text: string, file: string, line: number }} Sentence
 */

const ROOT = join(import.meta.dirname, '../..');
const CODE = /\.(?:ts|tsx|js)$/;
const TEST = /\.(?:test|fuzz)\.(?:ts|tsx|js)$/;
const GERMAN = /(?:^|\/)german[\w-]*(?:\/|\.ts$)/;
/** Files of which every string is shown to a person. */
const CATALOGUE = /(?:^|\/)words\/.*\.ts$|-words\.ts$|\/words\.ts$|(?:^|\/)english[\w-]*\.ts$/;
const TEST_CALLS = ['test', 'it', 'prop', 'fuzz'];
const LOG_METHODS = ['fatal', 'error', 'warn', 'info', 'debug'];
/** Properties whose string is shown: of routes, their schemas and error codes. */
const SHOWN = ['summary', 'description', 'title', 'detail'];
const DIRECTIVE = /^\s*(?:@ts-|@vitest-|oxlint-|eslint-|prettier-|\/|#__|@__|<reference|v8 )/;

/** Calls `visit` with each node of a syntax tree and its ancestors, the nearest last. */
function walk(node, visit, above = []) {
  if (Array.isArray(node)) return node.forEach((each) => walk(each, visit, above));
  if (node === null || typeof node !== 'object' || typeof node.type !== 'string') return undefined;
  visit(node, above);
  const within = [...above, node];
  for (const value of Object.values(node)) if (value !== null && typeof value === 'object') walk(value, visit, within);
  return undefined;
}

/** The text of a string or template, its holes as `${code}`; null for any other node. */
function textOf(node, source) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type !== 'TemplateLiteral') return null;
  return node.quasis
    .map(({ value }, index) => {
      const hole = node.expressions[index];
      return value.cooked + (hole === undefined ? '' : `\${${source.slice(hole.start, hole.end)}}`);
    })
    .join('');
}

/** The name at the root of a call: `test` of `test.each(rows)('…')`. */
function calledName(node) {
  let callee = node;
  while (callee.type === 'CallExpression' || callee.type === 'MemberExpression')
    callee = callee.type === 'CallExpression' ? callee.callee : callee.object;
  return callee.type === 'Identifier' ? callee.name : '';
}

function kindOf(node, above, file) {
  const parent = above.at(-1);
  if (parent === undefined || parent.type.startsWith('Import') || parent.type.startsWith('Export')) return null;
  if (parent.type === 'CallExpression' && parent.arguments.includes(node)) {
    if (TEST.test(file))
      return parent.arguments[0] === node && TEST_CALLS.includes(calledName(parent.callee)) ? 'title' : null;
    const { callee } = parent;
    if (callee.type === 'MemberExpression' && LOG_METHODS.includes(callee.property.name)) return 'log';
  }
  if (TEST.test(file) || file.includes('/testing/')) return null;
  if (GERMAN.test(file) || above.some(({ type, key }) => type === 'Property' && key.name === 'de')) return 'german';
  if (CATALOGUE.test(file)) return 'ui';
  if (parent.type === 'NewExpression' && parent.callee.name?.endsWith('Error')) return 'log';
  return parent.type === 'Property' && SHOWN.includes(parent.key.name ?? parent.key.value) ? 'ui' : null;
}

/** Comments that follow each other line by line, as one. */
function commentsOf(comments, source) {
  const found = [];
  for (const { type, value, start, end } of comments) {
    if (DIRECTIVE.test(value)) continue;
    const text = value
      .replace(/^\s*\*+ ?/gm, '')
      .replace(/\s+/g, ' ')
      .trim();
    const last = found.at(-1);
    if (type === 'Line' && last?.type === 'Line' && /^[ \t]*\n[ \t]*$/.test(source.slice(last.end, start))) {
      last.text += ` ${text}`;
      last.end = end;
    } else found.push({ type, text, start, end });
  }
  return found;
}

const isSentence = (text) => /[\p{L}]{2}.*\s.*[\p{L}]{2}/u.test(text);

/** @returns {Sentence[]} */
export function sentencesOfCode(file, source) {
  const { program, comments } = parseSync(file, source);
  const lineAt = (start) => source.slice(0, start).split('\n').length;
  const found = commentsOf(comments, source).map(({ text, start }) => ({
    kind: 'comment',
    text,
    file,
    line: lineAt(start),
  }));
  walk(program, (node, above) => {
    const text = textOf(node, source);
    const kind = text === null ? null : kindOf(node, above, file);
    if (kind !== null) found.push({ kind, text: text.replace(/\s+/g, ' ').trim(), file, line: lineAt(node.start) });
  });
  return found.filter(({ kind, text }) => kind === 'title' || isSentence(text));
}

/**
 * The sentences of a page's paragraphs and list items, without code, tables, headings and the targets of links.
 * @returns {Sentence[]}
 */
export function sentencesOfPage(file, source) {
  const found = [];
  let isCode = false;
  let paragraph = null;
  const end = () => {
    if (paragraph !== null)
      for (const text of paragraph.text.split(/(?<=[.!?:])\s+(?=[A-Z`*[])/))
        found.push({ kind: 'doc', text, file, line: paragraph.line });
    paragraph = null;
  };
  source.split('\n').forEach((line, index) => {
    if (/^\s*```/.test(line)) isCode = !isCode;
    const isText = !isCode && !/^\s*(?:```|\||#|<|$)/.test(line);
    if (!isText || /^\s*(?:[-*]|\d+\.)\s/.test(line)) end();
    if (!isText) return;
    const plain = line.replace(/^\s*(?:[-*]|\d+\.|>)\s+/, '').replace(/\]\([^)]*\)/g, ']');
    const text = plain.replace(/[[\]]/g, '').trim();
    paragraph = paragraph === null ? { text, line: index + 1 } : { ...paragraph, text: `${paragraph.text} ${text}` };
  });
  end();
  return found.filter(({ text }) => isSentence(text));
}

/** @returns {Sentence[]} of all tracked files, in their order. */
export function sentences() {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 });
  // A file that was removed is listed until that is committed.
  const files = listed
    .split('\0')
    .filter((file) => (CODE.test(file) || file.endsWith('.md')) && existsSync(join(ROOT, file)));
  return files.flatMap((file) => {
    const source = readFileSync(join(ROOT, file), 'utf8');
    return CODE.test(file) ? sentencesOfCode(file, source) : sentencesOfPage(file, source);
  });
}
