/** One thing that is wrong with the environment. */
export interface ConfigProblem {
  variable: string;
  /** A sentence's rest: what was expected and what was got. Never holds a secret. */
  message: string;
}

/** The environment cannot be used: every wrong variable, each with what was expected of it (contract, section 6). */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    const head = problems.length === 1 ? 'One setting is wrong' : `${problems.length} settings are wrong`;
    super([`${head}:`, ...problems.map(({ variable, message }) => `  ${variable}: ${message}`)].join('\n'));
    this.problems = problems;
  }
}
