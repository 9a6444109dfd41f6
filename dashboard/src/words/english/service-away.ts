/** The service was away, and says so in the headline's place; why else it waits is in `live.away`. */
export const away = {
  span: (from: string, to: string) => `We were away from ${from} to ${to}. That was us, not your signs.`,
  lead: (seconds: number) =>
    `No sign is called offline until we have listened for ${seconds === 60 ? 'a minute' : `${seconds} s`}.`,
  again: (time: string) => `Verdicts again at ${time}`,
  /** Between the time and how many seconds are left: “…, in 33 s”. */
  in: ', in',
  seconds: (seconds: number) => `${seconds} s`,
};
