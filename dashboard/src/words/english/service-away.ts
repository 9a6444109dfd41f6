/** The service was away, and says so in the headline's place; why else it waits is in `live.away`. */
export const away = {
  span: (from: string, to: string) => `Our service was down from ${from} to ${to}. Your signs were not the cause.`,
  lead: (seconds: number) =>
    seconds === 60
      ? 'No sign is reported as offline until we have waited for heartbeats for a minute.'
      : `No sign is reported as offline until we have waited for heartbeats for ${seconds} s.`,
  again: (time: string) => `Reports resume at ${time}`,
  /** Between the time and how many seconds are left: “…, in 33 s”. */
  in: ', in',
  seconds: (seconds: number) => `${seconds} s`,
};
