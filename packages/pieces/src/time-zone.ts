import type { Field, FieldValues } from '@atelier/contracts/fields/fields';
import { PieceError } from './piece.ts';
import { readTextField } from './values.ts';

export const timeZoneField: Field = {
  name: 'timezone',
  label: 'Time zone',
  type: 'SHORT_TEXT',
  required: true,
  max: 100,
  default: 'UTC',
  placeholder: 'Europe/Berlin',
};

/** Returns the IANA name of a time zone. Throws PieceError `pieces.invalid_input`. */
export const readTimeZone = (values: FieldValues, { name }: Pick<Field, 'name'> = timeZoneField): string => {
  const zone = readTextField(values, name).trim();
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    throw new PieceError(
      'pieces.invalid_input',
      `There is no time zone “${zone.slice(0, 60)}”. Please enter one such as Europe/Berlin or UTC.`,
    );
  }
};
