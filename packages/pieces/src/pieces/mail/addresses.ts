import type { FieldValues } from '@atelier/contracts/fields/fields';
import { refuse } from '../../refuse.ts';
import { readTextField } from '../../values.ts';

export interface MailAddress {
  name: string;
  address: string;
}

/** The most recipients of one mail, all kinds together. */
export const mostRecipients = 100;

/** Addresses that mail servers accept everywhere. A line break in an address would begin another header. */
const simple = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,253}$/;

/** Reads `ann@example.com` and `Ann <ann@example.com>`. Throws PieceError `pieces.invalid_input`. */
export const readAddress = (text: string): MailAddress => {
  const given = text.trim();
  const open = given.endsWith('>') ? given.lastIndexOf('<') : -1;
  const address = open === -1 ? given : given.slice(open + 1, -1).trim();
  const name = open === -1 ? '' : given.slice(0, open).trim().replace(/^"|"$/g, '');
  if (!simple.test(address))
    return refuse(`“${given.slice(0, 100)}” is no mail address. It must look like ann@example.com.`);
  return { name, address };
};

/** Reads the addresses of a field, which are separated by commas, semicolons or lines. Throws PieceError `pieces.invalid_input`. */
export const readAddresses = (values: FieldValues, name: string): MailAddress[] =>
  readTextField(values, name)
    .split(/[,;\n]/)
    .filter((it) => it.trim() !== '')
    .map(readAddress);
