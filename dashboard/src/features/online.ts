import type { Accessor } from 'solid-js';
import { useTools } from '../tools.ts';

/** Whether the service can be reached, as the browser and the last requests say (api/online.ts). */
export const useOnline = (): Accessor<boolean> => useTools().online.isOnline;
