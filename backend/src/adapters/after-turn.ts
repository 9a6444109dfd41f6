/** Runs `task` when this turn of the loop is over: a tick that a microtask asks for comes when there are no more microtasks. */
export const afterTurn = (task: () => void): void => queueMicrotask(() => process.nextTick(task));
