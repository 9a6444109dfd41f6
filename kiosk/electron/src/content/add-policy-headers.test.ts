import { expect, test } from 'vitest';
import { withPolicies } from './add-policy-headers.ts';

test('X1: our security policy is added to those of the page, in whichever case the server writes the header', () => {
  const headers = { 'content-security-POLICY': ["img-src 'none'"], 'Content-Type': ['text/html'] };
  expect(withPolicies(headers, 'sandbox', 'usb=()')).toEqual({
    'Content-Type': ['text/html'],
    'Content-Security-Policy': ["img-src 'none'", 'sandbox'],
    'Permissions-Policy': ['usb=()'],
  });
});

test.each([['usb=*'], ['malformed ('], ['usb=(self "https://a.example'], ['']])(
  'X1: the permissions policy "%s" of a page does not change ours',
  (own) => {
    expect(withPolicies({ 'permissions-policy': [own] }, 'sandbox', 'usb=()')['Permissions-Policy']).toEqual([
      'usb=()',
    ]);
  },
);

test('X1: a document without headers gets both policies', () => {
  expect(withPolicies(undefined, 'sandbox', 'usb=()')).toEqual({
    'Content-Security-Policy': ['sandbox'],
    'Permissions-Policy': ['usb=()'],
  });
});
