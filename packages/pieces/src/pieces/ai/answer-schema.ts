import { readSchema as readForeignSchema } from '@atelier/agents/schema';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { refuse } from '../../refuse.ts';

/** Returns the schema that an answer has to fit. Throws PieceError `pieces.invalid_input` for one of which nobody could tell what fits. */
export const readSchema = (schema: JsonValue): Record<string, JsonValue> => {
  if (!isObject(schema) || Object.keys(schema).length === 0)
    return refuse('The schema must be a JSON schema, for example { "type": "object", "properties": { … } }.');
  const reading = readForeignSchema(schema);
  const problem = 'problem' in reading ? reading.problem : reading.broken[0];
  return problem === undefined
    ? schema
    : refuse(`The JSON schema cannot be read. ${problem} Please correct it.`);
};
