import { expect, it } from 'vitest';
import { screenPattern } from './screen-pattern.ts';
import { AskSupport } from './support.ts';

it.each([
  ['/agents', '/agents'],
  ['/', '/'],
  ['/apps/app_01m7zz028r022ap9s0tzeh7fny', '/apps/:id'],
  ['/knowledge-base/kb_01/documents?search=salary#top', '/knowledge-base/:id/documents'],
  ['/users/Ada.Lovelace@example.com', '/users/:id'],
  ['/a/b/c/d/e/f/g/h', '/a/b/c/d/e'],
  [`/${'a'.repeat(40)}/${'a'.repeat(41)}`, `/${'a'.repeat(40)}/:id`],
])('keeps of %s what names nothing: %s', { tags: ['SESSION-28'] }, (path, pattern) => {
  expect(screenPattern(path)).toBe(pattern);
});

it('asks for the feedback when there is none', { tags: ['AUTH-20'] }, () => {
  const rest = { screen: '/agents', sessionId: '3f0e6f5e-6c0f-4d55-9c3b-0b9f0f3f7a11' };
  for (const text of ['', '  \n ', undefined])
    expect(AskSupport.safeParse({ ...rest, text }).error?.issues[0]?.message).toBe(
      'Please enter your feedback',
    );
  expect(AskSupport.safeParse({ ...rest, text: 'More colours' }).success).toBe(true);
});
