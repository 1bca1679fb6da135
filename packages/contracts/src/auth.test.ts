import { expect, it } from 'vitest';
import { Email, NewPassword, PersonName, SignIn } from './auth.ts';
import { ChangedPassword } from './passwords.ts';

const firstMessage = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues[0]?.message;

it('takes emails of the usual form and keeps them in small letters (AUTH-24, AUTH-26)', () => {
  expect(Email.parse(' Ada.King+news@Mail.Example.co.uk ')).toBe('ada.king+news@mail.example.co.uk');
  for (const wrong of ['ada', 'ada@', '@example.com', 'ada@example', 'a da@example.com', 'ada@@example.com'])
    expect(firstMessage(Email.safeParse(wrong)), wrong).toBe('Please enter a valid email');
  const long = `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example.com`;
  expect(firstMessage(Email.safeParse(long))).toBe('Please enter a valid email');
  expect(firstMessage(Email.safeParse('  '))).toBe('Please enter your email');
});

it('takes names with a word that begins with a capital letter of any script (AUTH-25, AUTH-26)', () => {
  for (const name of ['Ada', 'ada Lovelace', 'Éva', 'Ольга', '王小明', 'van Gogh'])
    expect(PersonName.parse(` ${name} `)).toBe(name);
  for (const name of ['ada', 'éva', 'ada lovelace', '7 of nine', 'mcDonald'])
    expect(firstMessage(PersonName.safeParse(name)), name).toBe(
      'Please begin your name with a capital letter',
    );
});

it('calls the email a username where one signs in (AUTH-10, AUTH-16)', () => {
  const say = (email: unknown) => firstMessage(SignIn.safeParse({ email, password: 'x' }));
  expect([say(''), say(undefined), say('ada')]).toEqual([
    'Username is required',
    'Username is required',
    'Please enter a valid email',
  ]);
});

it('asks for eight characters wherever a password is made up (CONST-06)', () => {
  for (const rule of [NewPassword, ChangedPassword]) {
    expect(firstMessage(rule.safeParse('Abcd12!'))).toBe('Password must be at least 8 characters');
    expect(rule.safeParse('Abcde12!').success).toBe(true);
  }
});
