/**
 * A script for the page: what of its text can't be read, as sentences. Each line of text must lie in the window, cover no line of another text, and not
 * lie on the QR. A line counts without its leading: the box of a line is higher than its letters.
 */
export const unreadable = `(() => {
  const LEADING = 0.2;
  const lines = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.data.trim()) continue;
    const owner = node.parentElement;
    const range = document.createRange();
    range.selectNodeContents(node);
    // What a line clamp leaves out is left out on purpose.
    const clamp = owner.closest('.over, .place, .idle-message');
    const end = clamp && getComputedStyle(clamp).webkitLineClamp !== 'none' ? clamp.getBoundingClientRect() : null;
    for (const box of range.getClientRects()) {
      if (end && (box.bottom > end.bottom + 1 || box.right > end.right + 1)) continue;
      const across = LEADING * Math.min(box.height, box.width);
      const turned = document.querySelector('.turned-90, .turned-270') !== null;
      lines.push({
        text: node.data.trim().slice(0, 30), owner,
        left: box.left + (turned ? across : 0), right: box.right - (turned ? across : 0),
        top: box.top + (turned ? 0 : across), bottom: box.bottom - (turned ? 0 : across),
      });
    }
  }
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const wrong = [];
  const plate = document.querySelector('.plate');
  for (const [at, line] of lines.entries()) {
    if (line.left < -1 || line.top < -1 || line.right > innerWidth + 1 || line.bottom > innerHeight + 1) wrong.push('outside of the window: ' + line.text);
    if (plate && !plate.contains(line.owner) && meet(line, plate.getBoundingClientRect())) wrong.push('on the QR: ' + line.text);
    for (const other of lines.slice(at + 1)) if (other.owner !== line.owner && meet(line, other)) wrong.push(line.text + ' covers ' + other.text);
  }
  return wrong;
})()`;
