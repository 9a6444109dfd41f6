import ipaddr from 'ipaddr.js';

/** Of the whole internet: 2000::/3, and what is no IPv4 in disguise. */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** Not private, loopback, link-local, multicast, unique-local, shared, of documentation or of a tunnel; mapped IPv4 is what it maps. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_UNICAST));
}

/** 127.0.0.0/8 and ::1, also as mapped IPv4. */
export const isLoopbackAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
