import {
  type Connection,
  type ConnectionKind,
  NewConnection,
} from '@atelier/contracts/content/connections/connections';
import { valuesSchema } from '@atelier/contracts/fields/field-schema';
import { defaultValueFor, defaultValuesFor, isObject } from '@atelier/contracts/fields/field-values';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { leadsElsewhere } from '@atelier/contracts/fields/secret-destination';
import { Limits } from '@atelier/contracts/kernel/limits';
import { z } from 'zod';

/** Returns true when stored secrets are kept. After a change of the address they have to be entered again. */
export const secretsKept = (
  kind: ConnectionKind,
  connection: Connection | undefined,
  values: FieldValues,
): readonly string[] => {
  if (!connection) return [];
  const empty = Object.fromEntries(kind.fields.map((field) => [field.name, defaultValueFor(field)]));
  const isMoved = leadsElsewhere(
    kind.addressFields,
    { ...empty, ...values },
    { ...empty, ...connection.values },
  );
  return isMoved ? [] : connection.secretsSet;
};

/** The contract's body, with the values validated by the fields of the kind. */
export const connectionSchema = (kind: ConnectionKind, connection?: Connection) =>
  NewConnection.pick({ name: true }).extend({
    limits: z.custom<Limits>((value) => Limits.safeParse(value).success),
    // The form sees values as unknown, because recursive JSON types are too deep for its type inference.
    values: z.custom<Record<string, unknown>>(isObject).transform((typed, check): FieldValues => {
      const values = isObject(typed) ? typed : {};
      const keepsSecrets = secretsKept(kind, connection, values).length > 0;
      const judged = valuesSchema(kind.fields, { keepsSecrets }).safeParse(values);
      for (const { path, message } of judged.error?.issues ?? [])
        check.addIssue({ code: 'custom', path, message });
      return judged.data ?? {};
    }),
  });

/** The initial values of the form. A secret is never filled in. */
export const connectionDefaults = (kind: ConnectionKind, connection?: Connection) => ({
  name: connection?.name ?? kind.title,
  values: { ...defaultValuesFor(kind.fields), ...connection?.values },
  limits: connection?.limits ?? { concurrency: null, throttle: null },
});
