import { expect, test } from 'vitest';
import { events as englishEvents } from './english/events.ts';
import { subscription as english } from './english/subscription.ts';
import { events as germanEvents } from './german/events.ts';
import { subscription as german } from './german/subscription.ts';

test('N1: the hint of an empty grace period has the event’s seconds, and no number for the service’s default', () => {
  for (const { graceHint } of [english, german]) {
    expect(graceHint('45 s')).toContain('45 s');
    expect(graceHint(null)).not.toMatch(/null|\b30\b/);
  }
  for (const { graceHint } of [englishEvents, germanEvents]) expect(graceHint).not.toMatch(/\d/);
});
