/** Words in lines of at most 66 characters, as drawn; a longer word has a line of its own. Pure. */
export const wrapped = (words: string): string[] =>
  words.match(/\S{67,}|.{1,66}(?= |$)/g)?.map((line) => line.trim()) ?? [];
