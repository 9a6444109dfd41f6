/** A number as a language writes it, with so many digits after its point or comma. */
export const inDigits = (value: number, language: string, digits: number): string =>
  value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
