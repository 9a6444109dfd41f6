/** Why a connection was refused or ended below the namespaces: the labels of `signs_socket_refusals_total`. */
export const SOCKET_REFUSALS = [
  'sockets_per_address',
  'unauthorized_per_address',
  'connects_per_address',
  'refused_connect',
  'too_large',
  'attachment',
] as const;
export type SocketRefusalReason = (typeof SOCKET_REFUSALS)[number];
