import { expect, it, vi } from 'vitest';
import { takeOperatorCode } from './operator.ts';

it('takes the operator’s code out of the address and leaves the rest', () => {
  const replace = vi.fn<(address: string) => void>();
  expect(takeOperatorCode(new URL('http://localhost/signup?a=1#operator=Ab-_9'), replace)).toBe('Ab-_9');
  expect(replace).toHaveBeenCalledExactlyOnceWith('/signup?a=1');
});

it('leaves every other address alone', () => {
  const replace = vi.fn<(address: string) => void>();
  for (const hash of ['', '#', '#operator=', '#operator=a/b', '#other=1'])
    expect(takeOperatorCode(new URL(`http://localhost/signup${hash}`), replace)).toBeUndefined();
  expect(replace).not.toHaveBeenCalled();
});
