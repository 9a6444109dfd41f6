/** Runs one task after the other, in the order of the calls. A task that fails doesn't stop the next one. */
export function createTaskQueue(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };
}
