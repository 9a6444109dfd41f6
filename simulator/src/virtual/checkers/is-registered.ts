import type { VirtualKiosk } from '../../machine/virtual-kiosk.ts';

/** Whether it takes itself for registered now. A connection that it has given up itself is over for it, whatever came of it elsewhere. */
export const isRegistered = ({ agent }: Pick<VirtualKiosk, 'agent'>): boolean =>
  agent()?.connection.phase === 'registered';
