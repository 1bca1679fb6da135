import {
  type Connection,
  type ConnectionKind,
  NewConnection,
} from '@atelier/contracts/content/connections/connections';
import { valuesSchema } from '@atelier/contracts/fields/field-schema';
import { defaultOf, defaultsOf, isObject } from '@atelier/contracts/fields/field-values';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { leadsElsewhere } from '@atelier/contracts/fields/secret-destination';
import { z } from 'zod';

/** A stored secret stays only where it was given: at another address it has to be typed again. */
export const secretsKept = (
  kind: ConnectionKind,
  connection: Connection | undefined,
  values: FieldValues,
): readonly string[] => {
  if (!connection) return [];
  const empty = Object.fromEntries(kind.fields.map((field) => [field.name, defaultOf(field)]));
  const isMoved = leadsElsewhere(
    kind.addressFields,
    { ...empty, ...values },
    { ...empty, ...connection.values },
  );
  return isMoved ? [] : connection.secretsSet;
};

/** The contract's body, with the values judged by the fields of the kind. */
export const connectionSchema = (kind: ConnectionKind, connection?: Connection) =>
  NewConnection.pick({ name: true }).extend({
    // To the form, values are of unknown kinds: types that follow JSON without end are too deep for it.
    values: z.custom<Record<string, unknown>>(isObject).transform((typed, check): FieldValues => {
      const values = isObject(typed) ? typed : {};
      const keepsSecrets = secretsKept(kind, connection, values).length > 0;
      const judged = valuesSchema(kind.fields, { keepsSecrets }).safeParse(values);
      for (const { path, message } of judged.error?.issues ?? [])
        check.addIssue({ code: 'custom', path, message });
      return judged.data ?? {};
    }),
  });

/** The form as it opens; a secret is never filled in. */
export const connectionDefaults = (kind: ConnectionKind, connection?: Connection) => ({
  name: connection?.name ?? kind.title,
  values: { ...defaultsOf(kind.fields), ...connection?.values },
});
