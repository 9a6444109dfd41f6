import { connectDashboard } from '@sign-display/client/sockets';
import type { DashboardUpdateMessage } from '@sign-display/contracts/dashboard-events';

/** Tells the steps of the caller's own claims, until what it returns is called. Lost ones are not told again: the answer of the claim says what came of it. */
export function subscribeToClaims(told: (update: DashboardUpdateMessage<'claim:update'>) => void): () => void {
  const socket = connectDashboard({ origin: '' });
  socket.on('claim:update', told);
  return () => {
    socket.removeAllListeners();
    socket.disconnect();
  };
}
