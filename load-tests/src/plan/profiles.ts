/** What a load looks like over time. `share` is of the full load, reached at the end of the stage in a straight line. */
export interface Stage {
  seconds: number;
  share: number;
}

export interface Profile {
  says: string;
  /** Signs at full load. */
  kiosks: number;
  /** Things done a second at full load: claims, reads, commands. */
  rate: number;
  stages: readonly Stage[];
  /** The run ends as soon as a threshold is crossed: how far the service went is the result. */
  endsAtFirstFailure?: true;
}

/** Every scenario runs under every profile. `--kiosks`, `--rate` and `--minutes` (of the longest stage) replace a profile's own. */
export const PROFILES = {
  smoke: {
    says: 'a check that everything works: twelve seconds of full load',
    kiosks: 50,
    rate: 5,
    stages: [
      { seconds: 4, share: 1 },
      { seconds: 12, share: 1 },
    ],
  },
  average: {
    says: 'an ordinary day of a venue',
    kiosks: 500,
    rate: 10,
    stages: [
      { seconds: 20, share: 1 },
      { seconds: 180, share: 1 },
      { seconds: 10, share: 0 },
    ],
  },
  stress: {
    says: 'more load than a venue has, for a while, in two steps',
    kiosks: 2_000,
    rate: 50,
    stages: [
      { seconds: 60, share: 0.5 },
      { seconds: 120, share: 0.5 },
      { seconds: 60, share: 1 },
      { seconds: 240, share: 1 },
      { seconds: 20, share: 0 },
    ],
  },
  spike: {
    says: 'a tenth of the load, full load within three seconds, then a tenth again, as when doors open or power returns',
    kiosks: 2_000,
    rate: 100,
    stages: [
      { seconds: 10, share: 0.1 },
      { seconds: 30, share: 0.1 },
      { seconds: 3, share: 1 },
      { seconds: 60, share: 1 },
      { seconds: 3, share: 0.1 },
      { seconds: 30, share: 0.1 },
    ],
  },
  soak: {
    says: 'an ordinary day for two hours, to find leaks and what fills up',
    kiosks: 500,
    rate: 10,
    stages: [
      { seconds: 60, share: 1 },
      { seconds: 7_200, share: 1 },
      { seconds: 10, share: 0 },
    ],
  },
  breakpoint: {
    says: 'more and more load until a threshold is crossed, to find the limit',
    kiosks: 20_000,
    rate: 500,
    stages: [{ seconds: 1_200, share: 1 }],
    endsAtFirstFailure: true,
  },
} as const satisfies Record<string, Profile>;

export type ProfileName = keyof typeof PROFILES;

/** The stages with the longest one `minutes` long. */
export function lengthen(stages: readonly Stage[], minutes: number | null): readonly Stage[] {
  if (minutes === null) return stages;
  const longest = Math.max(...stages.map(({ seconds }) => seconds));
  const index = stages.findIndex(({ seconds }) => seconds === longest);
  return stages.map((stage, at) => (at === index ? { ...stage, seconds: minutes * 60 } : stage));
}
