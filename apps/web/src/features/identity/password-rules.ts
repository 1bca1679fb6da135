export interface PasswordRule {
  label: string;
  isMet: (password: string) => boolean;
}

/** The general password rule in its parts (PASSWORD-20, AUTH-13 to AUTH-15), for the checklist under the field. */
export const passwordRules: readonly PasswordRule[] = [
  { label: 'At least 8 characters', isMet: (password) => password.length >= 8 },
  { label: 'Upper and lower case', isMet: (password) => /[A-Z]/.test(password) && /[a-z]/.test(password) },
  { label: 'A number', isMet: (password) => /\d/.test(password) },
  { label: 'A symbol: #?!@$%^&*-', isMet: (password) => /[#?!@$%^&*-]/.test(password) },
];
