import { checkValue, isQuickCheck, type SchemaCheck } from '@atelier/agents/schema';
import { defineComputation } from '../../../kernel/compute/computation.ts';

/** Checks a value by the JSON Schema of a tool or an answer. Schemas come from users and from servers of others. */
export const schemaCheck = defineComputation({
  name: 'agents.check-value',
  deadlineMs: 10_000,
  isSmall: isQuickCheck,
  compute: (check: SchemaCheck): string[] => checkValue(check),
});
