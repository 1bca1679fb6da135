import { z } from 'zod';

/** The properties of a document that a filter can test. */
export const FilterField = z.enum([
  'DOCUMENT_TYPE',
  'LANGUAGE',
  'CATEGORY',
  'METADATA',
  'NAME',
  'SOURCE',
  'CREATED',
]);
export type FilterField = z.infer<typeof FilterField>;

export const FilterOperator = z.enum(['EQUALS', 'CONTAINS', 'AFTER', 'BEFORE']);
export type FilterOperator = z.infer<typeof FilterOperator>;

/** The operators that a field supports, the most common one first. */
export const filterOperators: Record<FilterField, readonly FilterOperator[]> = {
  DOCUMENT_TYPE: ['EQUALS', 'CONTAINS'],
  LANGUAGE: ['EQUALS'],
  CATEGORY: ['EQUALS', 'CONTAINS'],
  METADATA: ['EQUALS', 'CONTAINS'],
  NAME: ['CONTAINS', 'EQUALS'],
  SOURCE: ['EQUALS', 'CONTAINS'],
  CREATED: ['AFTER', 'BEFORE'],
};

/** True for a date that PostgreSQL can represent: no negative years, and none with five digits. */
const isDay = (value: string): boolean => {
  const year = new Date(value).getUTCFullYear();
  return year >= 1 && year <= 9999;
};

/** One condition on the document of a chunk. Comparisons ignore case. */
export const FilterCondition = z
  .object({
    field: FilterField,
    operator: FilterOperator,
    /** METADATA: the name of the metadata field. */
    key: z.string().trim().max(100).optional(),
    value: z.string().trim().min(1, 'Please enter a value').max(300),
  })
  .superRefine(({ field, operator, key, value }, context) => {
    if (!filterOperators[field].includes(operator))
      context.addIssue({
        code: 'custom',
        path: ['operator'],
        message: 'This comparison does not fit the field.',
      });
    if (field === 'METADATA' && !key)
      context.addIssue({
        code: 'custom',
        path: ['key'],
        message: 'Please name the metadata field.',
      });
    if (field === 'CREATED' && !isDay(value))
      context.addIssue({
        code: 'custom',
        path: ['value'],
        message: 'Please enter a date such as 2026-01-31.',
      });
  });
export type FilterCondition = z.infer<typeof FilterCondition>;

/** A chunk matches when all conditions hold. */
export const RetrievalFilter = z.array(FilterCondition).max(20, 'Please use at most 20 conditions.');
