interface Held {
  organizationId: string;
  bytes: number;
}

/**
 * Which snapshots give way so that all others and the `newest` have at most `bytesMost`: each time one of the organization that holds most by then, so that
 * none can drive out another that holds less; of its own those that nobody reads first, then the oldest. Never the newest. `held` is in the order of their
 * making, the newest among them. Pure.
 */
export function snapshotsToEvict<Snapshot extends Held>(
  held: readonly Snapshot[],
  isRead: (snapshot: Snapshot) => boolean,
  newest: Snapshot,
  bytesMost: number,
): Snapshot[] {
  const bytesOf = new Map<string, number>();
  for (const { organizationId, bytes } of held) bytesOf.set(organizationId, (bytesOf.get(organizationId) ?? 0) + bytes);
  let bytes = held.reduce((sum, each) => sum + each.bytes, 0);
  const others = held.filter((each) => each !== newest);
  const inTurn = [...others.filter((each) => !isRead(each)), ...others.filter(isRead)];
  const givenWay: Snapshot[] = [];
  while (bytes > bytesMost && inTurn.length > 0) {
    const most = Math.max(...inTurn.map(({ organizationId }) => bytesOf.get(organizationId)!));
    const at = inTurn.findIndex(({ organizationId }) => bytesOf.get(organizationId) === most);
    const [next] = inTurn.splice(at, 1) as [Snapshot];
    givenWay.push(next);
    bytes -= next.bytes;
    bytesOf.set(next.organizationId, most - next.bytes);
  }
  return givenWay;
}
