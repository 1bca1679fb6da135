import type { Field, FieldValues } from '@atelier/contracts/fields/fields';

/** Fills a form so that it leads to a host wherever it asks for a server. */
export const fillAddresses = (
  fields: readonly Field[],
  { host, port }: { host: string; port: number },
): FieldValues =>
  Object.fromEntries(
    fields.flatMap((field): [string, FieldValues[string]][] => {
      const { name, type, required } = field;
      if (type === 'NUMBER' && /port/i.test(name)) return [[name, port]];
      if (/^(?:host|.*Host)$/.test(name)) return [[name, host]];
      if (/url|site|address|endpoint/i.test(name)) return [[name, `http://${host}:${port}/`]];
      if (type === 'SECRET_TEXT' || (required && type.endsWith('TEXT'))) return [[name, 'some-text']];
      return [];
    }),
  );
