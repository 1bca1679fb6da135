import { createHash } from 'node:crypto';
import type { JsonSchema } from '@atelier/agents';
import type { ToolRefusal } from '@atelier/contracts/assistants/tools/tool-shapes';
import type { StoredRefusal } from '../tables.ts';

/** Returns a text that differs for each schema. */
export const fingerprintSchema = (schema: JsonSchema): string =>
  createHash('sha256').update(JSON.stringify(schema)).digest('base64url');

/** Returns a refusal as long as the tool still has the schema that was refused. */
export const shownRefusal = (
  stored: StoredRefusal | null | undefined,
  schema: JsonSchema | undefined,
): ToolRefusal | null => {
  if (!stored || !schema) return null;
  const { print, ...refusal } = stored;
  return print === fingerprintSchema(schema) ? refusal : null;
};
