import { FIRST_PREV_HASH } from '@sign-display/contracts/rest/audit';
import type { StoredRow } from './audit-repository.ts';
import type { NotedEnd } from './tables.ts';

/**
 * Finds the faults of a chain, row by row (promise D16). Pure. A chain is compared with itself (the hash of each row, and the hash of the row before),
 * with its head, and with the ends that earlier checks noted. After a fault the search continues with the next row.
 */

export interface ChainEnd {
  seq: number;
  hash: string;
}

/** Row `seq` is wrong, or the rows `seq` to `through` are not there. They were written between `from` and `to`. */
export interface FoundFault {
  seq: number;
  through: number;
  kind: 'missing' | 'changed';
  /** Null: no right row is before it. */
  from: string | null;
  /** Null until the next right row is found. */
  to: string | null;
  /** The wrong row, or the row after a missing one; null where neither shows whether the row is in another place. */
  evidence: StoredRow | null;
  /** The number of a row that does not follow from the row before it, where the fault is one of the two. */
  unlinked: number | null;
}

/** A noted end, as the rows that were read so far show it. */
interface Note extends NotedEnd {
  isMet: boolean;
  /** The row with the noted number has another hash: the times around it. `to` null: no right row came after it yet. */
  other: { from: string | null; to: string | null } | null;
  /** The first row up to the noted one that is younger than the note. If the noted end is gone, this row took the place of a removed row. */
  younger: { seq: number; from: string | null } | null;
}

export interface ChainFaults {
  faults: (FoundFault & { to: string })[];
  /** The end of the chain, if its last row is right and is the head. */
  end: ChainEnd | null;
  /** Noted ends that the chain still has, and those that it no longer has. */
  met: NotedEnd[];
  unmet: NotedEnd[];
}

/** Takes the rows of a chain in the order of their numbers, then its head. `noted`: the ends that earlier checks found. */
export function createFaultFinder(noted: readonly NotedEnd[]) {
  const notes = noted.map((note): Note => ({ ...note, isMet: false, other: null, younger: null }));
  let faults: FoundFault[] = [];
  let last: StoredRow | null = null;
  let isLastWrong = false;
  /** The time of the last right row, and of the last right row before `last`. */
  let rightAt: string | null = null;
  let rightBeforeLast: string | null = null;
  /** This row does not follow from `last`, though both have right hashes. The row after it shows which of the two was replaced. */
  let broken: StoredRow | null = null;

  const add = (fault: Pick<FoundFault, 'seq' | 'kind' | 'from'> & Partial<FoundFault>): void =>
    void faults.push({ through: fault.seq, to: null, evidence: null, unlinked: null, ...fault });

  /** The row becomes the last one. A right row is the upper time of the faults before it. */
  function advance(row: StoredRow, isWrong: boolean): void {
    rightBeforeLast = rightAt;
    if (!isWrong) {
      const { at } = row.row!;
      for (const fault of faults) fault.to ??= at;
      for (const { other } of notes) if (other) other.to ??= at;
      rightAt = at;
    }
    last = row;
    isLastWrong = isWrong;
  }

  /** `nextPrevHash`: the hash that the next row, or the head, has of the broken row; null where it is not known. */
  function settleBroken(nextPrevHash: string | null): void {
    if (broken === null) return;
    const isOlderReplaced = last !== null && broken.hash === nextPrevHash;
    const { seq } = isOlderReplaced ? last! : broken;
    add({ seq, kind: 'changed', from: isOlderReplaced ? rightBeforeLast : rightAt, unlinked: broken.seq });
    advance(broken, !isOlderReplaced);
    broken = null;
  }

  /** `from`: the time of the last right row before the row. */
  function compareWithNotes(row: StoredRow, from: string | null): void {
    const atMs = row.isOwn ? Date.parse(row.row!.at) : Number.NEGATIVE_INFINITY;
    for (const note of notes) {
      if (row.seq > note.seq) continue;
      if (atMs > Date.parse(note.at)) note.younger ??= { seq: row.seq, from };
      if (row.seq < note.seq) continue;
      note.isMet = row.hash === note.hash;
      if (!note.isMet) note.other = { from, to: null };
    }
  }

  function take(row: StoredRow): void {
    settleBroken(broken !== null && row.seq === broken.seq + 1 ? row.prevHash : null);
    const expected = (last?.seq ?? 0) + 1;
    const isAfterGap = row.seq > expected;
    const from = rightAt;
    if (isAfterGap) add({ seq: expected, through: row.seq - 1, kind: 'missing', from, evidence: row });
    if (!row.isOwn) add({ seq: row.seq, kind: 'changed', from, evidence: row });
    const isLinked = isAfterGap || isLastWrong || row.prevHash === (last?.hash ?? FIRST_PREV_HASH);
    if (row.isOwn && !isLinked) broken = row;
    else advance(row, !row.isOwn);
    compareWithNotes(row, from);
  }

  const isCovered = (seq: number, kind?: 'missing'): boolean =>
    faults.some((fault) => fault.seq <= seq && seq <= fault.through && (kind ?? fault.kind) === fault.kind);
  const lastSeq = (): number => last?.seq ?? 0;

  /** The fault that shows in a noted end which is not in the chain. */
  function addUnmet(note: Note): void {
    const { seq, at, younger, other } = note;
    if (younger && !isCovered(seq, 'missing')) {
      // The rows from there on were removed, and rows that were written later have their numbers.
      faults = faults.filter(({ unlinked }) => unlinked !== younger.seq);
      add({ seq: younger.seq, kind: 'missing', from: younger.from, to: at });
    } else if (isCovered(seq)) return;
    else if (other) add({ seq, kind: 'changed', ...other });
    else add({ seq: lastSeq() + 1, through: seq, kind: 'missing', from: rightAt, to: at });
  }

  function addHead(head: ChainEnd | null, unseen: string): void {
    if (head === null || head.seq < lastSeq()) return;
    const seq = head.seq > lastSeq() ? lastSeq() + 1 : head.seq;
    // A head beside a cut tail may name a row of it.
    if (isCovered(seq) || isCovered(lastSeq() + 1, 'missing')) return;
    if (head.seq > lastSeq()) add({ seq, through: head.seq, kind: 'missing', from: rightAt, to: unseen });
    else if (last !== null && last.hash !== head.hash) add({ seq, kind: 'changed', from: rightBeforeLast, to: unseen });
  }

  /** After the last row. `unseen`: a time at which the rows up to the head were there. */
  function finish(head: ChainEnd | null, unseen: string): ChainFaults {
    settleBroken(broken !== null && head?.seq === broken.seq ? head.hash : null);
    const isEnd = last !== null && !isLastWrong && head?.seq === lastSeq() && head.hash === last.hash;
    const unmet = notes.filter(({ isMet }) => !isMet).toSorted((a, b) => a.seq - b.seq);
    for (const note of unmet) addUnmet(note);
    addHead(head, unseen);
    const known = new Set<string>();
    const found = faults
      .map((fault) => ({ ...fault, to: fault.to ?? unseen }))
      .toSorted((a, b) => a.seq - b.seq)
      .filter(({ seq, kind }) => !known.has(`${seq} ${kind}`) && known.add(`${seq} ${kind}`));
    const plain = ({ seq, hash, at }: Note): NotedEnd => ({ seq, hash, at });
    return {
      faults: found,
      end: isEnd ? { seq: lastSeq(), hash: last!.hash } : null,
      met: notes.filter(({ isMet }) => isMet).map(plain),
      unmet: unmet.map(plain),
    };
  }

  return { take, finish };
}
