import type { Page } from 'playwright-core';

/** What of a page's text a person can't read as it is meant. */

/** Of each line of text that is seen, outside of what floats: its box as far as nothing cuts it, and its words. */
const LINES = `function* lines() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.data.trim() || !node.parentElement.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    let [left, top, right, bottom] = [0, -1e6, innerWidth, 1e6];
    let floats = false;
    for (let box = node.parentElement; box; box = box.parentElement) {
      const style = getComputedStyle(box);
      floats ||= ['fixed', 'sticky'].includes(style.position) || (style.position === 'absolute' && style.zIndex !== 'auto');
      if (box === document.body || box === document.documentElement || style.overflow === 'visible') continue;
      const cut = box.getBoundingClientRect();
      [left, top, right, bottom] = [Math.max(left, cut.left), Math.max(top, cut.top), Math.min(right, cut.right), Math.min(bottom, cut.bottom)];
    }
    if (floats) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      const line = { left: Math.max(left, rect.left), top: Math.max(top, rect.top), right: Math.min(right, rect.right), bottom: Math.min(bottom, rect.bottom) };
      if (line.right - line.left > 2 && line.bottom - line.top > 2) yield { ...line, node, text: node.data.trim().slice(0, 40) };
    }
  }
}`;

/** What is wider than the page, and lines of text that lie over each other: by more than a third of their height, which letters never fill. */
export const covered = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => { ${LINES}
    const found = [];
    const wider = document.documentElement.scrollWidth - innerWidth;
    if (wider > 0) found.push('the page is ' + wider + ' px too wide');
    const all = [...lines()];
    for (const [at, one] of all.entries()) for (const other of all.slice(at + 1)) {
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (one.node !== other.node && across > 2 && 3 * down > Math.min(one.bottom - one.top, other.bottom - other.top))
        found.push(one.text + ' | ' + other.text);
    }
    return found;
  })()`);

/** Texts with that name in which it does not stand by itself: what is beside it would change its order. And how many have it. */
export const reordered = (page: Page, name: string): Promise<{ count: number; found: string[] }> =>
  page.evaluate(`(() => {
    const [name, found] = [${JSON.stringify(name)}, []];
    let count = 0;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode;
      if (!data.includes(name)) continue;
      count += 1;
      const isWhole = data.trim() === name && getComputedStyle(parentElement).unicodeBidi.includes('isolate') && getComputedStyle(parentElement).direction === 'rtl';
      if (!isWhole && !data.includes('\\u2068' + name + '\\u2069')) found.push(data);
    }
    return { count, found };
  })()`);
