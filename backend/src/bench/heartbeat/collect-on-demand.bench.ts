/**
 * Loaded into each measured server (`--import`, with `--expose-gc`): collects its garbage whenever the benchmark asks over the channel between
 * them, so that what is left of memory is what is in use.
 */
process.on('message', (message) => {
  if (message !== 'collect') return;
  // The second finds what finalizers of the first let go.
  globalThis.gc!();
  globalThis.gc!();
  process.send!('collected');
});
// The channel alone keeps no server alive.
process.channel!.unref();
