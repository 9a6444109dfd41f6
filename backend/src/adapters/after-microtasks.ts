/** Runs `task` when the microtasks that are there now, and those that they make, have run: until then Node comes to no tick that a microtask asks for. */
export const afterTurn = (task: () => void): void => queueMicrotask(() => process.nextTick(task));
