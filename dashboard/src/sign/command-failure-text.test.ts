import { expect, test } from 'vitest';
import { englishWall } from '../words/english-wall.ts';
import { germanWall } from '../words/german-wall.ts';
import { commandFailureText } from './command-failure-text.ts';

test.each([englishWall, germanWall])(
  'M3: why a command was not done is said in the page’s words, else in the sign’s',
  (words) => {
    const { why } = words.sign.commands;
    const error = {
      code: 'sign_not_connected',
      detail: 'The sign is not connected. Turn it off and on again, then retry.',
    };
    expect(commandFailureText(words, error)).toBe(why.sign_not_connected);
    expect(commandFailureText(words, { code: 'failed', detail: 'view not ready' })).toBe('view not ready');
    expect(commandFailureText(words, { code: 'failed', detail: '' })).toBe('failed');
    expect(commandFailureText(words, null)).toBe(null);
  },
);
