import { NewPassword } from '@atelier/contracts/auth';
import { expect, it } from 'vitest';
import { passwordRules } from './password-rules.ts';

const met = (password: string) => passwordRules.map((rule) => rule.isMet(password));

it('shows which parts of the rule are met (PASSWORD-20)', () => {
  expect(met('')).toEqual([false, false, false, false]);
  expect(met('Abcdefgh')).toEqual([true, true, false, false]);
  expect(met('Abcdef1!')).toEqual([true, true, true, true]);
});

it('is met as a whole exactly when the contract accepts the password (PASSWORD-20, PASSWORD-22)', () => {
  for (const symbol of '#?!@$%^&*-') expect(NewPassword.safeParse(`Abcdef1${symbol}`).success).toBe(true);
  for (const password of ['abcdef1!', 'ABCDEF1!', 'Abcdefg!', 'Abcdefg1', 'Abc1!', 'Abcdef1_', 'Abcdef1!']) {
    expect(NewPassword.safeParse(password).success).toBe(met(password).every(Boolean));
  }
});
