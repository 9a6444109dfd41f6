/** The channels between the main process and our own screen: the whole of what can be said there. */
export const CHANNELS = {
  /** Main to screen: the whole model. */
  model: 'kiosk:model',
  /** Screen to main. */
  submitAddress: 'kiosk:submit-address',
  releaseTyped: 'kiosk:release-typed',
  releaseCancelled: 'kiosk:release-cancelled',
} as const;
