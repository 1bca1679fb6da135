/** The symbols that both password rules accept (PASSWORD-15, PASSWORD-20). */
export const passwordSymbols = '#?!@$%^&*-';
const hasSymbol = (password: string): boolean =>
  Array.from(passwordSymbols).some((symbol) => password.includes(symbol));

/** One part of a password rule, with its wording for the checklist under the field. */
export interface PasswordRule {
  label: string;
  isMet: (password: string) => boolean;
}
const longEnough = { label: 'At least 8 characters', isMet: (password: string) => password.length >= 8 };
const aNumber = { label: 'A number', isMet: (password: string) => /\d/.test(password) };
const aSymbol = { label: `A symbol: ${passwordSymbols}`, isMet: hasSymbol };

/** The general rule for passwords (PASSWORD-20). */
export const generalPasswordRules: readonly PasswordRule[] = [
  longEnough,
  { label: 'Upper and lower case', isMet: (password) => /[A-Z]/.test(password) && /[a-z]/.test(password) },
  aNumber,
  aSymbol,
];

/** PASSWORD-14 and PASSWORD-15, the rule of the Change Password dialog. */
export const changedPasswordRules: readonly PasswordRule[] = [
  longEnough,
  { label: 'A letter', isMet: (password) => /[A-Za-z]/.test(password) },
  aNumber,
  aSymbol,
];

/** Returns a predicate that is true for passwords that meet every part of the rule. */
export const meetsRules =
  (rules: readonly PasswordRule[]) =>
  (password: string): boolean =>
    rules.every(({ isMet }) => isMet(password));
