/** The QR in the picture of a sign: 41 rows of 41 modules, each row a number in base 36 whose highest bit is the leftmost module. */
const ROWS =
  'rur58q67 e9u03dxd kfzxxu8t kfzphmql kh6hwti5 ebzmrpkx rwyepa4f 27fvb40 kv6p7fcs hnzazd1z 2x3zotz2 99w2m5ar 2mo32i2s a8gizqoh 8mg9pkem 5vnaeeg8 cokawi05 kqul22nt czge23ss d6b55vwr 2iodzsme mfakynap rzdb26o4 dnootpua bp9sshvr 6csdc96b oxc5j07o 6l84etvc 3w4627m4 qg62uxo7 iqktijoq jdnkna5k g756zi0k 25qhsm1 rvgl289c eb07yhao kggx96gs kg3ftgof kg8bbt2o e9sitlg2 rxd0u510';
const MODULES = 41;

/** The path of its dark modules, in a square of 43 (a module of margin). */
export function qrPath(): string {
  let path = '';
  ROWS.split(' ').forEach((row, y) => {
    const bits = parseInt(row, 36).toString(2).padStart(MODULES, '0');
    for (let x = 0; x < MODULES; x += 1) if (bits[x] === '1') path += `M${x + 1} ${y + 1}h1v1h-1z`;
  });
  return path;
}
