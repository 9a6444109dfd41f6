import { dirname } from 'node:path';
import type { Files } from '../file-system.ts';

/** What a test decides: a whole number from 0 to `most`. */
export type Choose = (most: number) => number;

interface Inode {
  /** What a power cut surely leaves, and what the running system sees. */
  durable: Buffer;
  seen: Buffer;
}
type Change = { name: string; inode: Inode; from: string | null } | { name: string; inode: null };

export interface PowerCutDisk extends Files {
  /** Counts the calls that change something. */
  calls(): number;
  /** The power goes at the `count`-th call from now: it happens by half, and nothing after it happens at all. */
  cutAt(count: number): void;
  /** The `count`-th call from now, and the next `times - 1`, reject with that code. */
  failAt(count: number, code: string, times?: number): void;
  /** The machine is on again. What was not synced is there, or not, or in part: `choose` says which. */
  powerOn(choose: Choose): void;
  /** Damages a file on the disk: one byte of it is another, or its end is gone. */
  damage(name: string, choose: Choose): void;
  names(): string[];
}

/**
 * A disk that keeps only what was synced. Each change of a name since the last sync of the folder survives or doesn't, independently of the others; of a file's
 * bytes since its last sync any part survives. That is less than any file system promises.
 */
export function createPowerCutDisk(): PowerCutDisk {
  let durable = new Map<string, Inode>();
  let seen = new Map<string, Inode>();
  let changes: Change[] = [];
  let count = 0;
  let cut = Infinity;
  let isOff = false;
  let failing = { from: Infinity, until: Infinity, code: '' };

  const problem = (code: string): Error => Object.assign(new Error(`${code}: as the test wants it`), { code });

  /** One call; `half` is what has happened where the power goes in its middle. */
  async function call(whole: () => void, half: () => void = () => {}): Promise<void> {
    await Promise.resolve();
    if (isOff) throw problem('POWER_OFF');
    count += 1;
    if (count >= cut) {
      isOff = true;
      half();
      throw problem('POWER_OFF');
    }
    if (count >= failing.from && count < failing.until) throw problem(failing.code);
    whole();
  }

  function change(what: Change): void {
    changes.push(what);
    apply(seen, what);
  }

  const apply = (names: Map<string, Inode>, { name, inode, ...rest }: Change): void => {
    if (inode === null) return void names.delete(name);
    const from = 'from' in rest ? rest.from : null;
    if (from !== null && names.get(from) === inode) names.delete(from);
    names.set(name, inode);
  };

  return {
    calls: () => count,
    cutAt: (calls) => void (cut = count + calls),
    failAt: (calls, code, times = 1) => void (failing = { from: count + calls, until: count + calls + times, code }),
    names: () => [...seen.keys()],
    read(path) {
      if (isOff) return Promise.reject(problem('POWER_OFF'));
      return Promise.resolve(seen.get(path)?.seen ?? null);
    },
    list: (folder) =>
      Promise.resolve(
        [...seen.keys()].filter((path) => dirname(path) === folder).map((path) => path.slice(folder.length + 1)),
      ),
    async open(path, how) {
      const there = seen.get(path);
      const inode = how === 'append' && there ? there : { durable: Buffer.alloc(0), seen: Buffer.alloc(0) };
      await call(() => {
        if (inode !== there) change({ name: path, inode, from: null });
      });
      return {
        write: (bytes) =>
          call(
            () => void (inode.seen = Buffer.concat([inode.seen, bytes])),
            () => void (inode.seen = Buffer.concat([inode.seen, bytes.slice(0, bytes.length >> 1)])),
          ),
        truncate: (length) => call(() => void (inode.seen = inode.seen.subarray(0, length))),
        sync: () => call(() => void (inode.durable = inode.seen)),
        close: () => call(() => {}),
      };
    },
    rename: (from, to) =>
      call(() => {
        const inode = seen.get(from);
        if (!inode) throw problem('ENOENT');
        change({ name: to, inode, from });
      }),
    remove: (path) =>
      call(() => {
        if (seen.has(path)) change({ name: path, inode: null });
      }),
    makeFolder: () => call(() => {}),
    syncFolder: () =>
      call(() => {
        durable = new Map(seen);
        changes = [];
      }),
    powerOn(choose) {
      for (const one of changes) if (choose(1) === 1) apply(durable, one);
      for (const inode of new Set(durable.values())) {
        if (inode.seen !== inode.durable) inode.durable = torn(inode, choose);
        inode.seen = inode.durable;
      }
      seen = new Map(durable);
      changes = [];
      cut = Infinity;
      failing = { from: Infinity, until: Infinity, code: '' };
      isOff = false;
    },
    damage(name, choose) {
      const inode = seen.get(name);
      if (!inode) return;
      const at = choose(Math.max(0, inode.seen.length - 1));
      const bytes = Buffer.from(inode.seen);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << choose(7));
      inode.seen = choose(1) === 0 ? bytes : bytes.subarray(0, at);
      inode.durable = inode.seen;
    },
  };
}

/** Of unsynced bytes: none of them, all, a part, or a file of the right length with zeros in their place. What was synced and not changed stays. */
function torn({ durable, seen }: Inode, choose: Choose): Buffer {
  let same = 0;
  while (same < seen.length && seen[same] === durable[same]) same += 1;
  const part = seen.subarray(0, same + choose(seen.length - same));
  const zeros = Buffer.concat([seen.subarray(0, same), Buffer.alloc(seen.length - same)]);
  return [durable, seen, part, zeros][choose(3)] ?? durable;
}
