import { expect, it } from 'vitest';
import { NewMember } from '../people/people-shapes.ts';
import { Email, NewPassword, SignIn, SignUp, UserName } from './auth.ts';
import { changedPasswordRules, generalPasswordRules, meetsRules, passwordSymbols } from './password-rules.ts';
import { ChangedPassword, ChangePasswordForm, passwords, ResetPasswordForm } from './passwords.ts';

const firstMessage = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues[0]?.message;

it('takes emails of the usual form and keeps them in small letters', { tags: ['AUTH-24', 'AUTH-26'] }, () => {
  expect(Email.parse(' Ada.King+news@Mail.Example.co.uk ')).toBe('ada.king+news@mail.example.co.uk');
  for (const wrong of ['ada', 'ada@', '@example.com', 'ada@example', 'a da@example.com', 'ada@@example.com'])
    expect(firstMessage(Email.safeParse(wrong)), wrong).toBe('Please enter a valid email');
  const long = `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example.com`;
  expect(firstMessage(Email.safeParse(long))).toBe('Please enter a valid email');
  expect(firstMessage(Email.safeParse('  '))).toBe('Please enter your email');
});

it('takes names with a word that begins with a capital letter of any script', {
  tags: ['AUTH-25', 'AUTH-26'],
}, () => {
  for (const name of ['Ada', 'ada Lovelace', 'Éva', 'Ольга', '王小明', 'van Gogh'])
    expect(UserName.parse(` ${name} `)).toBe(name);
  for (const name of ['ada', 'éva', 'ada lovelace', '7 of nine', 'mcDonald'])
    expect(firstMessage(UserName.safeParse(name)), name).toBe('Please begin your name with a capital letter');
});

it('calls the email a username where one signs in', { tags: ['AUTH-10', 'AUTH-16'] }, () => {
  const say = (email: unknown) => firstMessage(SignIn.safeParse({ email, password: 'x' }));
  expect([say(''), say(undefined), say('ada')]).toEqual([
    'Username is required',
    'Username is required',
    'Please enter a valid email',
  ]);
});

it('asks for eight characters wherever a password is made up', { tags: ['CONST-06'] }, () => {
  for (const rule of [NewPassword, ChangedPassword]) {
    expect(firstMessage(rule.safeParse('Abcd12!'))).toBe('Password must be at least 8 characters');
    expect(rule.safeParse('Abcde12!').success).toBe(true);
  }
});

const passwordsOf = [
  'Abcdef1!',
  'abcdef1!',
  'ABCDEF1!',
  'Abcdefg!',
  'Abcdefg1',
  'Abc1!',
  '12345678!',
  'Abcdef1_',
];

it('takes a password exactly when every part of the rule that is shown is met', {
  tags: ['PASSWORD-15', 'PASSWORD-20'],
}, () => {
  for (const password of passwordsOf) {
    expect(NewPassword.safeParse(password).success, password).toBe(
      meetsRules(generalPasswordRules)(password),
    );
    expect(ChangedPassword.safeParse(password).success, password).toBe(
      meetsRules(changedPasswordRules)(password),
    );
  }
  expect(passwordsOf.map((password) => NewPassword.safeParse(password).success)).toContain(true);
});

it('takes the symbols of both rules of the documents wherever a password is made up', () => {
  expect(Array.from('#?!@$%^&*-@$!%*#?&').every((symbol) => passwordSymbols.includes(symbol))).toBe(true);
  for (const rule of [NewPassword, ChangedPassword])
    for (const symbol of passwordSymbols)
      expect(rule.safeParse(`Abcdef1${symbol}`).success, symbol).toBe(true);
});

it('asks for upper and lower case at sign-up, in an invitation and behind the mailed link, not where one changes it', {
  tags: ['PASSWORD-21', 'PASSWORD-22'],
}, () => {
  const lower = 'abcdef1!';
  const { body } = passwords.endpoints.reset;
  for (const rule of [SignUp.shape.password, NewMember.shape.password, body.shape.password])
    expect(firstMessage(rule.safeParse(lower))).toBe(
      'Password must include letters, numbers and special characters',
    );
  expect(ResetPasswordForm.safeParse({ password: lower, confirmation: lower }).success).toBe(false);
  const changed = {
    currentPassword: 'Abcdef1!',
    password: lower,
    confirmation: lower,
    revokeApiKey: false,
  };
  expect(ChangePasswordForm.safeParse(changed).success).toBe(true);
});

it('asks for eight characters of the current password', { tags: ['PASSWORD-12'] }, () => {
  const rest = { password: 'Abcdef1!', confirmation: 'Abcdef1!', revokeApiKey: false };
  const say = (currentPassword: string) =>
    firstMessage(ChangePasswordForm.safeParse({ ...rest, currentPassword }));
  expect([say('Abcd12!'), say('Abcde12!')]).toEqual(['Password must be at least 8 characters', undefined]);
});
